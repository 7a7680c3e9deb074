import { expect, it } from 'vitest';
import type { Owned, Shelf } from '../../lib/device-store.ts';
import { createTakeStore, type Take } from './take-store.ts';

type OwnedTake = Take & Owned;

const take: Take = {
  bytes: Uint8Array.of(1, 2, 3).buffer,
  mimeType: 'audio/webm',
  fileName: 'recording.wav',
  source: 'recording',
  durationSeconds: 3,
};

function createMemoryShelf(): Shelf<OwnedTake> & { kept: OwnedTake | undefined } {
  const shelf = {
    kept: undefined as OwnedTake | undefined,
    async put(_key: string, owned: OwnedTake) {
      shelf.kept = owned;
    },
    get: async () => shelf.kept,
    list: async () => (shelf.kept ? [shelf.kept] : []),
    async remove() {
      shelf.kept = undefined;
    },
  };
  return shelf;
}

it('gives the take back to the person who made it', async () => {
  const store = createTakeStore(createMemoryShelf());
  await store.save(take, 'hodan@example.org');
  expect(await store.restore('hodan@example.org')).toEqual(take);
});

it('throws it away when somebody else signs in on the same phone', async () => {
  const shelf = createMemoryShelf();
  const store = createTakeStore(shelf);
  await store.save(take, 'hodan@example.org');
  expect(await store.restore('cabdi@example.org')).toBeUndefined();
  expect(shelf.kept).toBeUndefined();
});

it('has nothing after a discard', async () => {
  const store = createTakeStore(createMemoryShelf());
  await store.save(take, 'hodan@example.org');
  await store.discard();
  expect(await store.restore('hodan@example.org')).toBeUndefined();
});

it('lets the recording go on where the browser keeps nothing', async () => {
  const refuse = () => Promise.reject(new DOMException('', 'InvalidStateError'));
  const store = createTakeStore({ put: refuse, get: refuse, list: refuse, remove: refuse });
  await store.save(take, 'hodan@example.org');
  await store.discard();
  expect(await store.restore('hodan@example.org')).toBeUndefined();
});
