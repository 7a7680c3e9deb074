// npm run lab -- corpus-samples FOLDER: ten clips of our own in the layouts of FLEURS, Common Voice and Horn-ASR, to try
// `npm run lab -- eval` and `npm run lab -- calibrate` with before the corpora are there.
import path from 'node:path';
import { layCommonVoice, layFleurs, layHorn, makeTenClips } from '../test-sets/corpus-samples.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('usage: npm run lab -- corpus-samples FOLDER');
  process.exitCode = 2;
} else {
  const clips = await makeTenClips();
  await layFleurs(path.join(folder, 'fleurs', 'data'), clips);
  await layCommonVoice(path.join(folder, 'cv-corpus'), clips);
  await layHorn(path.join(folder, 'Horn-ASR'), clips);
  console.log(`ten clips each in ${folder}: fleurs/data, cv-corpus, Horn-ASR`);
}
