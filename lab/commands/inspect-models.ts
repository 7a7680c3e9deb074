// npm run lab -- inspect-models: what lies in the folders of the models, where it is not what its name says.
import { existsSync } from 'node:fs';
import { catalogue } from '#speech/models/catalogue.ts';
import { modelFolder } from '#speech/models/installed-models.ts';
import { readSpeechSettings } from '#speech/settings.ts';
import { inspectRecogniser, inspectTranslator } from '../inspection/inspect-models.ts';

const inspections = { recogniser: inspectRecogniser, translator: inspectTranslator };

const { modelsDir } = readSpeechSettings();
for (const model of catalogue) {
  const folder = modelFolder(modelsDir, model);
  if (!existsSync(folder)) continue;
  const complaints = await inspections[model.role](folder).catch((error: Error) => [error.message]);
  for (const said of complaints) console.log(`${model.name}: ${said}`);
  if (complaints.length === 0) console.log(`${model.name}: nothing to say`);
  else process.exitCode = 1;
}
