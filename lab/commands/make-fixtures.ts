// Makes every recording of tests/fixtures/audio anew: `npm run lab -- fixtures [signals|speech]`.
// Needs the programs ffmpeg (with libopus, libvorbis, libmp3lame) and, for speech, espeak-ng and Python with
// lab/training/requirements.txt (PYTHON names it). Nobody needs any of them to run the tests.
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { makeSignalFixtures } from '../fixtures/make-signals.ts';
import { makeSpeechFixtures } from '../fixtures/make-speech.ts';

const folder = fileURLToPath(new URL('../../tests/fixtures/audio/', import.meta.url));
const makers = { signals: makeSignalFixtures, speech: makeSpeechFixtures };
const wanted = process.argv[2];
const chosen = Object.entries(makers).filter(([name]) => wanted === undefined || name === wanted);
if (chosen.length === 0) throw new RangeError(`There is no "${wanted}": signals, speech, or nothing for both`);
mkdirSync(folder, { recursive: true });
for (const [, make] of chosen) make(folder);
