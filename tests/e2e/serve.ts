// The whole product on its defaults, in a folder of its own: starter models, development mail, embedded database.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { port } from './addresses.ts';

const wideLimits = [
  'MAILS_PER_ADDRESS_PER_HOUR',
  'MAILS_PER_ADDRESS_PER_DAY',
  'MAILS_PER_IP_PER_HOUR',
  'MAILS_PER_DAY',
  'FAILED_VERIFICATIONS_PER_IP_PER_MINUTE',
  'FAILED_VERIFICATIONS_PER_IP_PER_QUARTER_HOUR',
  'UPLOADS_PER_IP_PER_MINUTE',
  'NEW_RECORDINGS_PER_USER_PER_MINUTE',
];
for (const name of wideLimits) process.env[`LIMIT_${name}`] = '100000';
process.env.PORT = String(port);
process.env.SPEECH_PROFILE = 'starter';
process.env.DATA_DIR = mkdtempSync(path.join(tmpdir(), 'e2e-data-'));

await import('../../scripts/ensure-web.ts');
await import('../../server/main.ts');
