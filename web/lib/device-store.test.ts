import { afterEach, expect, it, vi } from 'vitest';
import { createDeviceStore, openDeviceStore, type Rows } from './device-store.ts';

type Recording = { fileName: string; bytes: ArrayBuffer };

const recording: Recording = { fileName: 'recording.wav', bytes: Uint8Array.of(1, 2, 3).buffer };
const refuse = () => Promise.reject(new DOMException('', 'InvalidStateError'));

function createMemoryRows() {
  const kept = new Map<string, Recording & { owner: string }>();
  const rows: Rows<Recording> = {
    put: async (key, row) => void kept.set(key, row),
    get: async (key) => kept.get(key),
    list: async () => [...kept.values()],
    remove: async (key) => void kept.delete(key),
  };
  return { kept, device: createDeviceStore(rows) };
}

it('gives the recording back to the person who made it', async () => {
  const { device } = createMemoryRows();
  expect(await device.put('current', recording, 'hodan@example.org')).toBe(true);
  expect(await device.get('current', 'hodan@example.org')).toEqual(recording);
  expect(await device.list('hodan@example.org')).toEqual([recording]);
  expect(await device.list('cabdi@example.org')).toEqual([]);
  expect([await device.has('current'), await device.has('other')]).toEqual([true, false]);
});

it('throws it away when somebody else signs in on the same phone', async () => {
  const { device, kept } = createMemoryRows();
  await device.put('current', recording, 'hodan@example.org');
  expect(await device.get('current', 'cabdi@example.org')).toBeUndefined();
  expect(kept.size).toBe(0);
});

it('has nothing after it was removed', async () => {
  const { device } = createMemoryRows();
  await device.put('current', recording, 'hodan@example.org');
  await device.remove('current');
  expect(await device.get('current', 'hodan@example.org')).toBeUndefined();
});

it('goes on where the browser keeps nothing', async () => {
  const device = createDeviceStore<Recording>({ put: refuse, get: refuse, list: refuse, remove: refuse });
  expect(await device.put('current', recording, 'hodan@example.org')).toBe(false);
  expect(await device.has('current')).toBe(false);
  await device.remove('current');
  expect(await device.get('current', 'hodan@example.org')).toBeUndefined();
  expect(await device.list('hodan@example.org')).toEqual([]);
});

afterEach(() => void vi.unstubAllGlobals());

/** A database in which every request succeeds, and the commit ends as told. */
function stubDatabase(ending: 'oncomplete' | 'onabort') {
  const succeed = (result: unknown, next = () => {}) => {
    const request = { result, onsuccess: () => {} };
    queueMicrotask(() => {
      request.onsuccess();
      queueMicrotask(next);
    });
    return request;
  };
  const transaction = (storedName: string) => {
    expect(storedName, 'as on the devices of people').toBe('takes');
    const begun = { oncomplete() {}, onabort() {}, objectStore: () => ({ put }) };
    const put = () => succeed('current', () => begun[ending]());
    return begun;
  };
  vi.stubGlobal('indexedDB', { open: () => succeed({ transaction, close() {} }) });
}

it.each([
  ['oncomplete', true],
  ['onabort', false],
] as const)('has kept what is committed, because a full device says so only then (%s: %s)', async (ending, isKept) => {
  stubDatabase(ending);
  expect(await openDeviceStore<Recording>('recordings').put('current', recording, 'hodan@example.org')).toBe(isKept);
});
