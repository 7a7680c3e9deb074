import { execFileSync } from 'node:child_process';
import { call, signIn } from '#tests/support/test-client.ts';

/** A session and a key of a new account on a server of this machine, which may make keys by one of two commands. */
export async function openKey({ base, dataDir }: { base: string; dataDir: string }, command = 'premium') {
  const { token, email } = await signIn(base);
  const { PATH, HOME } = process.env;
  const env = { DATA_DIR: dataDir, PATH, HOME };
  execFileSync(process.execPath, ['server/admin.ts', command, email], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const json = { name: 'qualify' };
  const { key } = (await call<{ data: { key: string } }>(base, '/api/account/keys', { json, token })).body.data;
  return { token, key };
}
