// The whole product on its defaults, in a folder of its own: starter models, development mail, embedded database.
import { wideLimits } from '../support/wide-limits.ts';
import { dataDir, port } from './addresses.ts';

Object.assign(process.env, wideLimits);
process.env.PORT = String(port);
process.env.SPEECH_PROFILE = 'starter';
// A busy machine would measure itself too slow for the longest file.
process.env.MAX_AUDIO_SECONDS = '600';
process.env.DATA_DIR = dataDir;

await import('#scripts/ensure-web.ts');
await import('#server/main.ts');
