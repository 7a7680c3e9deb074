import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, open, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inspectRecogniser } from '#lab/inspection/inspect-models.ts';
import type { Model } from '#speech/models/catalogue.ts';
import { fetchModel } from '#speech/models/fetch-model.ts';
import { isInstalled, verifyModel } from '#speech/models/installed-models.ts';
import { openLocalEngines } from '#speech/parts/open-engines.ts';
import { hashFile } from '#speech/process/files.ts';
import { type CtcShape, makeCtcGraph, shapeTiny } from '#tests/fixtures/models/make-ctc-graph.ts';
import { makeTokensText } from '#tests/fixtures/models/make-tokens.ts';

const graphName = 'model.int8.onnx';
const weightsName = 'model.int8.onnx_data';
const shape: CtcShape = { ...shapeTiny, ballast: { location: weightsName, matrices: 24, size: 10_000 } };
const cutAtBytes = 2 ** 31 + 12_345;
const damagedAtByte = 2 ** 31 + 1_000_003;
const threads = 2;

const say = (what: string, figure: string | number | boolean) => console.log(`${what.padEnd(62)} ${figure}`);

async function timed<T>(what: string, work: () => Promise<T>, show: (value: T) => string): Promise<T> {
  const startedAt = performance.now();
  const value = await work();
  say(what, `${show(value)}   (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`);
  return value;
}

/** The weights are holes but for one byte of each matrix, which says which it is. */
async function writeWeights(file: string, { matrices, size }: NonNullable<CtcShape['ballast']>): Promise<void> {
  const handle = await open(file, 'w');
  await handle.truncate(matrices * size * size);
  for (let at = 0; at < matrices; at += 1) await handle.write(Uint8Array.of(at + 1), 0, 1, at * size * size);
  await handle.close();
}

async function lay(folder: string, { ballast, ...rest }: CtcShape): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, graphName), Buffer.concat(makeCtcGraph(ballast ? { ...rest, ballast } : rest)));
  await writeFile(path.join(folder, 'tokens.txt'), makeTokensText(rest.vocabularySize));
  if (ballast) await writeWeights(path.join(folder, weightsName), ballast);
}

/** Serves a folder with ranges; the first answer that is longer than that breaks off after 2 GB. */
async function serve(folder: string) {
  const ranges: string[] = [];
  let isCut = false;
  const http = createServer(async (request, response) => {
    const file = path.join(folder, path.basename(request.url ?? ''));
    const { size } = await stat(file);
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    if (request.method === 'GET') ranges.push(`${path.basename(file)} from ${from}`);
    const range = from > 0 ? { 'content-range': `bytes ${from}-${size - 1}/${size}` } : {};
    response.writeHead(from > 0 ? 206 : 200, { 'content-length': size - from, ...range });
    if (request.method === 'HEAD') return response.end();
    const breaks = !isCut && size > cutAtBytes;
    isCut ||= breaks;
    const body = createReadStream(file, { start: from, ...(breaks ? { end: cutAtBytes - 1 } : {}) });
    body.pipe(response, { end: !breaks });
    if (breaks) body.once('end', () => setTimeout(() => response.destroy(), 500));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, ranges, close: () => http.close() };
}

async function describeModel(folder: string): Promise<Model> {
  const files = [];
  for (const name of [graphName, weightsName, 'tokens.txt']) {
    const file = path.join(folder, name);
    const { size } = await stat(file);
    files.push({ path: name, source: `o/r/resolve/main/${name}`, bytes: size, sha256: await hashFile(file) });
  }
  return { name: 'large', role: 'recogniser', title: 'large', licence: '-', memoryBytes: 0, files };
}

const makeChirp = (seconds: number) =>
  Float32Array.from({ length: seconds * 16_000 }, (_, at) => 0.3 * Math.sin((at * at) / 5e6));

/** What the inference child hears with the graph in this folder. */
async function hear(folder: string): Promise<string> {
  const recogniser = { name: 'large', folder };
  const engines = await openLocalEngines({ detector: null, recogniser, translator: null }, threads);
  try {
    const { words } = await engines.recogniser.recognise(makeChirp(5));
    return words.map(({ raw }) => raw).join(' ');
  } finally {
    await engines.close();
  }
}

async function flipByte(file: string, at: number): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.write(Uint8Array.of(1), 0, 1, at);
  await handle.close();
}

async function check(folder: string): Promise<void> {
  const [published, modelsDir, small] = ['published', 'models', 'small'].map((name) => path.join(folder, name));
  if (!published || !modelsDir || !small) return;
  await lay(published, shape);
  await lay(small, shapeTiny);
  const model = await timed(
    'hashed',
    () => describeModel(published),
    ({ files }) => `${((files[1]?.bytes ?? 0) / 1e9).toFixed(2)} GB of weights`,
  );
  const server = await serve(published);
  const fetching = () => fetchModel(model, { modelsDir, baseUrl: server.url });
  await timed('fetched, cut off once behind 2 GB', fetching, () => server.ranges.join(', '));
  server.close();
  say('installed', await isInstalled(modelsDir, model));
  const home = path.join(modelsDir, model.name);
  say('inspection of the whole folder', (await inspectRecogniser(home)).join('; ') || 'nothing to say');
  const heard = await timed(
    'loaded in the inference process and used',
    () => hear(home),
    (text) => `${text.split(' ').length} words`,
  );
  const plain = await hear(small);
  say('the same words as without the large file', heard === plain && plain !== '');
  const weights = path.join(home, weightsName);
  await flipByte(weights, damagedAtByte);
  const problems = await timed(
    'verified with one byte wrong behind 2 GB',
    () => verifyModel(modelsDir, model),
    (found) => JSON.stringify(found),
  );
  if (problems[0]?.problem !== 'wrong hash' || heard !== plain) process.exitCode = 1;
  await flipByte(weights, 5 * 10_000 ** 2);
  say('other words when a matrix is another', (await hear(home)) !== plain);
  await rm(weights);
  say('inspection without the large file', (await inspectRecogniser(home)).join('; '));
}

/** `npm run qualify -- bench large-files`: a graph whose 2.4 GB of weights lie in a file beside it, through every hand of ours. */
export async function run(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'large-files-'));
  try {
    await check(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
