import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const main = path.resolve('server/main.ts');
const production = {
  NODE_ENV: 'production',
  APP_URL: 'https://hadal.example.org',
  SESSION_SECRET: 'k3Jw9vQ0xZb7mN2pLr8sTy4uVc6eHa1dGf5iOqWn',
  SMTP_URL: 'smtps://user:pass@mail.example.org',
  MAIL_FROM: 'no-reply@example.org',
  SUPPORT_EMAIL: 'help@example.org',
  PROVIDER_NAME: 'Hodan, Muqdisho',
  TRUST_PROXY: '1',
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'empty-host-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** In a folder that has nothing of the service. */
function start(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const { PATH = '' } = process.env;
  return new Promise((resolve) => {
    execFile(process.execPath, [main], { cwd: folder, env: { PATH, ...env } }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr }),
    );
  });
}

describe('a start on an empty host', () => {
  it('without pages is refused in production, with the cure, and leaves nothing behind (D10)', async () => {
    const { code, output } = await start(production);
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/^Cannot start: the web app is not built .*npm run build/),
    ]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('reads .env, where the environment says nothing else (D10)', async () => {
    writeFileSync(path.join(folder, '.env'), 'PORT=none\nROLE=boss\n');
    const { code, output } = await start({ ROLE: 'nobody' });
    expect([code, output]).toEqual([1, expect.stringMatching(/ROLE is "nobody"[\s\S]*PORT is "none"/)]);
  });

  it('names everything that production lacks at once (D18)', async () => {
    const { code, output } = await start({ NODE_ENV: 'production', SPEECH_PROFIL: 'x' });
    expect(code).toBe(1);
    const named = [...output.matchAll(/^(\w+) (?:is missing|is a name)/gm)].map(([, name]) => name);
    expect(named.toSorted()).toEqual([...Object.keys(production).slice(1), 'SPEECH_PROFIL'].toSorted());
  });
});
