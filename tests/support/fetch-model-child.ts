// A process that fetches one model, given as JSON; several of them are started at once.
import { fetchModel } from '#speech/models/fetch-model.ts';

const { model, modelsDir, baseUrl } = JSON.parse(process.argv[2] ?? '{}');
await fetchModel(model, { modelsDir, baseUrl, wait: () => new Promise((resolve) => setImmediate(resolve)) });
