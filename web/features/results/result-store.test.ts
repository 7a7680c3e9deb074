import { expect, it } from 'vitest';
import type { Owned, Shelf } from '../../lib/device-store.ts';
import type { DemoResult } from './demo-result.ts';
import { createResultStore, type KeptResult } from './result-store.ts';

type Row = KeptResult & Owned;

function createMemoryShelf(): Shelf<Row> {
  const rows = new Map<string, Row>();
  return {
    put: async (key, row) => void rows.set(key, row),
    get: async (key) => rows.get(key),
    list: async () => [...rows.values()],
    remove: async (key) => void rows.delete(key),
  };
}

const keptOf = (id: string, madeAt = 0): KeptResult => ({
  result: { apiId: id } as DemoResult,
  edited: { title: null, cleanedText: 'Waan imid.', translation: 'I came.', translationOf: 'Waan imid.' },
  recording: undefined,
  madeAt,
  version: 0,
  isSaved: true,
});

it('gives a result, with its edits, to its owner alone', async () => {
  const store = createResultStore(createMemoryShelf());
  await store.save(keptOf('a'), 'hodan@example.org');
  expect((await store.read('a', 'hodan@example.org'))?.edited.translation).toBe('I came.');
  expect(await store.read('a', 'cabdi@example.org')).toBeUndefined();
  expect(await store.list('cabdi@example.org')).toEqual([]);
});

it('lists the newest first, and no more once removed', async () => {
  const store = createResultStore(createMemoryShelf());
  for (const [id, madeAt] of [['old', 1] as const, ['new', 3] as const, ['middle', 2] as const])
    await store.save(keptOf(id, madeAt), 'h');
  await store.remove('middle');
  expect((await store.list('h')).map(({ result }) => result.apiId)).toEqual(['new', 'old']);
});

it('goes on where the browser keeps nothing', async () => {
  const refuse = () => Promise.reject(new DOMException('', 'InvalidStateError'));
  const store = createResultStore({ put: refuse, get: refuse, list: refuse, remove: refuse });
  await store.save(keptOf('a'), 'h');
  await store.remove('a');
  expect(await store.read('a', 'h')).toBeUndefined();
  expect(await store.list('h')).toEqual([]);
});

it('completes what releases before kept: their corrections are still to be saved', async () => {
  const shelf = createMemoryShelf();
  const store = createResultStore(shelf);
  const result = { apiId: 'a', cleanedText: 'Waan imid.', translation: 'I came.' } as DemoResult;
  const before = { result, edited: { cleanedText: 'Waan tegay.', translation: 'I came.' }, owner: 'h', madeAt: 0 };
  await shelf.put('a', before as unknown as Row);
  expect(await store.read('a', 'h')).toMatchObject({
    edited: { title: null, cleanedText: 'Waan tegay.', translationOf: 'Waan imid.' },
    version: 0,
    isSaved: false,
  });
});
