import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { rateLimitNames } from '#server/limits/rate-limits.ts';

const root = path.resolve(import.meta.dirname, '../..');
const roots = ['shared', 'platform', 'speech', 'server', 'web'] as const;
type Root = (typeof roots)[number];

/** design.md §3: who may import whom; `server → speech` only through the engine's port. */
const allowed: Record<Root, (target: string) => boolean> = {
  shared: (target) => target.startsWith('shared/'),
  platform: (target) => /^(platform|shared)\//.test(target),
  speech: (target) => /^(speech|platform|shared)\//.test(target),
  server: (target) => /^(server|platform|shared)\//.test(target) || target === 'speech/engine.ts',
  web: (target) => /^(web|shared)\//.test(target),
};

const importPattern =
  /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)\s*import\s*['"]([^'"]+)['"]/g;

type Import = { from: string; to: string };

/** Every import of our own files, both ends relative to the project's root. */
function walkImports(): Import[] {
  const files = roots.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }));
  return files.flatMap((file) => {
    const source = readFileSync(path.join(root, file), 'utf8');
    return [...source.matchAll(importPattern)].flatMap((match): Import[] => {
      const specifier = match[1] ?? match[2] ?? match[3] ?? '';
      if (specifier.startsWith('#')) return [{ from: file, to: specifier.slice(1) }];
      if (specifier.startsWith('.')) return [{ from: file, to: path.join(path.dirname(file), specifier) }];
      return [];
    });
  });
}

const rootOf = (file: string) => file.split('/')[0] as Root;
const isTest = (file: string) => /\.test\.tsx?$/.test(file);
const featureOf = (file: string) => /^web\/features\/([^/]+)\//.exec(file)?.[1];

const roomOf = (file: string) => /^server\/([^/]+)\//.exec(file)?.[1];
const sourceOf = (file: string) => readFileSync(path.join(root, file), 'utf8');
const serverFiles = globSync('server/**/*.ts', { cwd: root }).filter((file) => !isTest(file));

/** Rooms that the others stand on, and what these may know. */
const below = [
  { room: 'ledger', may: (to: string) => roomOf(to) === 'ledger' || roomOf(to) === 'db' },
  { room: 'jobs', may: (to: string) => ['jobs', 'db', 'core', 'observability'].includes(roomOf(to) ?? '') },
  { room: 'db', may: (to: string) => roomOf(to) === 'db' || !to.startsWith('server/') },
];

/** They read bodies, cookies or headers for their routes. */
const httpParts = new Set([
  'server/accounts/browser-binding.ts',
  'server/transcription/stream-response.ts',
  'server/transcription/receive-upload.ts',
]);
/** One notification, inside the transaction that it tells of. */
const sqlParts = new Set(['server/transcription/watch-transcription.ts']);

/** speech/ from the ground up: a room knows those before it and the files beside `engine.ts` that are not the door. */
const speechRooms = ['process', 'somali', 'audio', 'models', 'scoring', 'parts', 'english', 'engine', 'cli'];
const speechRoomOf = (file: string) => /^speech\/([^/]+)\//.exec(file)?.[1] ?? '';

const pairOf = (from: string, to: string) => {
  const [room, other] = [roomOf(from), roomOf(to)];
  return room && other && room !== other ? [`${room} → ${other}`] : [];
};

/** Files from which imports, of types as well, lead back to themselves. */
function findCircles(imports: readonly Import[]): string[] {
  const targets = Map.groupBy(imports, ({ from }) => from);
  const reach = (file: string, found = new Set<string>()): Set<string> => {
    for (const { to } of targets.get(file) ?? []) {
      if (found.has(to)) continue;
      found.add(to);
      reach(to, found);
    }
    return found;
  };
  return [...targets.keys()].filter((file) => reach(file).has(file));
}

describe('the house', () => {
  const imports = walkImports();
  const serverImports = imports.filter(
    ({ from, to }) => from.startsWith('server/') && to.startsWith('server/') && !isTest(from),
  );

  it('finds imports to judge', () => {
    expect(imports.length).toBeGreaterThan(20);
  });

  it('keeps its layers', () => {
    const broken = imports.filter(
      ({ from, to }) => !allowed[rootOf(from)](to) && !(isTest(from) && to.startsWith('tests/')),
    );
    expect(broken).toEqual([]);
  });

  it('has no circle of files, types counted', () => {
    const circle = [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'a' },
      { from: 'c', to: 'a' },
    ];
    expect(findCircles(circle)).toEqual(['a', 'b']);
    expect(findCircles(imports)).toEqual([]);
  });

  it('keeps the web features apart', () => {
    const broken = imports.filter(
      ({ from, to }) => featureOf(from) && featureOf(to) && featureOf(from) !== featureOf(to),
    );
    expect(broken).toEqual([]);
  });

  it('keeps the rooms of the server in one order: no two import each other', () => {
    const pairs = new Set(serverImports.flatMap(({ from, to }) => pairOf(from, to)));
    const mutual = [...pairs].filter((pair) => pairs.has(pair.split(' → ').reverse().join(' → ')));
    expect(pairs.size).toBeGreaterThan(20);
    expect(mutual).toEqual([]);
  });

  it('keeps what all rooms stand on below them', () => {
    const broken = serverImports.filter(({ from, to }) =>
      below.some(({ room, may }) => roomOf(from) === room && !may(to)),
    );
    expect(broken).toEqual([]);
  });

  it('keeps the rooms of speech in one order: none knows a later one', () => {
    const inside = imports.filter(({ from, to }) => speechRoomOf(from) && speechRoomOf(to) && !isTest(from));
    const heightOf = (file: string) => speechRooms.indexOf(speechRoomOf(file));
    expect(inside.length).toBeGreaterThan(100);
    expect(inside.filter(({ from, to }) => heightOf(to) > heightOf(from))).toEqual([]);
    expect(inside.filter(({ from }) => heightOf(from) < 0)).toEqual([]);
  });

  it('lets the choice of engines alone know that some are elsewhere', () => {
    const isRemote = (file: string) => file.startsWith('speech/parts/remote/');
    const mayKnow = ['speech/parts/open-engines.ts'];
    const knowing = imports.filter(({ from, to }) => isRemote(to) && !isRemote(from) && !isTest(from));
    expect([...new Set(knowing.map(({ from }) => from))].sort()).toEqual(mayKnow.sort());
  });

  it('keeps HTTP in the routes, the doors and the wiring', () => {
    const speaksHttp = (file: string) =>
      /(^|[/-])routes\.ts$|^server\/(http|system|wiring|observability)\//.test(file) || httpParts.has(file);
    const broken = serverImports.filter(({ from, to }) => roomOf(to) === 'http' && !speaksHttp(from));
    expect(broken).toEqual([]);
    const fastify = serverFiles.filter((file) => /from 'fastify'/.test(sourceOf(file)) && !speaksHttp(file));
    expect(fastify).toEqual([]);
  });

  it('keeps SQL in the stores, the database’s room and the queue', () => {
    const mayHoldSql = (file: string) => /(^|[/-])store\.ts$|^server\/(db|jobs)\//.test(file) || sqlParts.has(file);
    const holding = serverFiles.filter((file) => /from 'drizzle-orm'|\.execute\(/.test(sourceOf(file)));
    expect(holding.length).toBeGreaterThan(5);
    expect(holding.filter((file) => !mayHoldSql(file))).toEqual([]);
  });

  it('has no rate limit that nothing counts against', () => {
    const source = serverFiles
      .filter((file) => !file.endsWith('/rate-limits.ts'))
      .map(sourceOf)
      .join('');
    expect(rateLimitNames.filter((name) => !source.includes(`'${name}'`))).toEqual([]);
  });
});
