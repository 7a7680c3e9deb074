import { expect, it } from 'vitest';
import { createDeviceStore } from '../../lib/device-store.ts';
import { createResultStore, type KeptResult, type Result } from './result-store.ts';

function createMemoryStore() {
  const rows = new Map<string, KeptResult & { owner: string }>();
  return createDeviceStore<KeptResult>({
    put: async (key, row) => void rows.set(key, row),
    get: async (key) => rows.get(key),
    list: async () => [...rows.values()],
    remove: async (key) => void rows.delete(key),
  });
}

const keptOf = (id: string, madeAt = 0): KeptResult => ({
  result: { id } as Result,
  edited: { title: null, transcript: 'Waan imid.', translation: 'I came.', translationOf: 'Waan imid.' },
  recording: undefined,
  madeAt,
  version: 0,
  isSaved: true,
});

it('gives a result, with its edits, to its owner alone', async () => {
  const store = createResultStore(createMemoryStore());
  await store.save(keptOf('a'), 'hodan@example.org');
  expect((await store.read('a', 'hodan@example.org'))?.edited.translation).toBe('I came.');
  expect(await store.read('a', 'cabdi@example.org')).toBeUndefined();
  expect(await store.list('cabdi@example.org')).toEqual([]);
});

it('lists the newest first, and no more once removed', async () => {
  const store = createResultStore(createMemoryStore());
  for (const [id, madeAt] of [['old', 1] as const, ['new', 3] as const, ['middle', 2] as const])
    await store.save(keptOf(id, madeAt), 'h');
  await store.remove('middle');
  expect((await store.list('h')).map(({ result }) => result.id)).toEqual(['new', 'old']);
});

it('completes what releases before kept: their corrections are still to be saved', async () => {
  const device = createMemoryStore();
  const store = createResultStore(device);
  const result = { apiId: 'a', cleanedText: 'Waan imid.', translation: 'I came.' };
  const before = { result, edited: { cleanedText: 'Waan tegay.', translation: 'I came.' }, madeAt: 0 };
  await device.put('a', before as unknown as KeptResult, 'h');
  expect(await store.read('a', 'h')).toMatchObject({
    result: { id: 'a', transcript: 'Waan imid.' },
    edited: { title: null, transcript: 'Waan tegay.', translationOf: 'Waan imid.' },
    version: 0,
    isSaved: false,
  });
});
