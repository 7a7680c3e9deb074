import { eq } from 'drizzle-orm';
import OpenAI, { toFile } from 'openai';
import { afterAll, beforeAll } from 'vitest';
import { users } from '#server/db/schema.ts';
import type { listKeys, makeKey } from '#shared/contract/programs.ts';
import type { ErrorCode } from '#shared/errors/codes.ts';
import type { SpeechErrorCode } from '#speech/engine.ts';
import { startTestApp, type TestApp } from './test-app.ts';
import { type AnswerTo, call, makeRecording, signIn } from './test-client.ts';

export const failWith = (bytes: Buffer) =>
  /FAIL:([A-Z_]+)$/.exec(bytes.subarray(-40).toString('latin1'))?.[1] as SpeechErrorCode | undefined;
export const failing = (code: SpeechErrorCode) => Buffer.concat([makeRecording(64), Buffer.from(`FAIL:${code}`)]);

export type Owner = { token: string; email: string };
type ProgramError = { error: { message: string; code: ErrorCode; param: string | null } };

export const audio = (bytes = makeRecording()) => toFile(bytes, 'codka.wav');
export const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });
export const codeOf = async (response: Response) => ((await response.json()) as ProgramError).error.code;

/** A service whose recordings fail as their bytes say, and what is asked of it by accounts and by programs with keys. */
export function prepareProgramApp() {
  let app: TestApp;
  let base: string;
  beforeAll(async () => {
    app = await startTestApp({ script: { failWith } });
    base = app.base;
  });
  afterAll(() => app.destroy());

  async function openAccount(of: TestApp = app): Promise<Owner> {
    const owner = await signIn(of.base);
    await of.database.db.update(users).set({ mayMakeKeys: true }).where(eq(users.email, owner.email));
    return owner;
  }
  const make = ({ token }: Owner, name = 'Nextcloud', at = base) =>
    call<AnswerTo<typeof makeKey>>(at, '/api/account/keys', { json: { name }, token });

  return {
    readApp: () => app,
    openAccount,
    make,
    list: ({ token }: Owner) => call<AnswerTo<typeof listKeys>>(base, '/api/account/keys', { token }),
    openKey: async (owner?: Owner) => (await make(owner ?? (await openAccount()))).body.data.key,
    clientWith: (apiKey: string, more: Partial<ConstructorParameters<typeof OpenAI>[0]> = {}) =>
      new OpenAI({ apiKey, baseURL: `${base}/v1`, maxRetries: 0, ...more }),
    ask: (path: string, init: RequestInit = {}) => fetch(`${base}${path}`, init),
  };
}
