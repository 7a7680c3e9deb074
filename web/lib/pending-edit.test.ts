import { expect, it } from 'vitest';
import { forgetPendingEdit, notePendingEdit, readPendingEdit } from './browser-storage.ts';

function openStorage() {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
}
const edited = { transcript: 'Waan imid.', translation: 'I came.' };

it('gives a correction back to its owner, for its result, until it is forgotten', () => {
  const storage = openStorage();
  notePendingEdit(storage, { id: 'r', owner: 'h@example.org', edited });
  expect(readPendingEdit(storage, 'r', 'h@example.org')).toEqual(edited);
  expect(readPendingEdit(storage, 'other', 'h@example.org')).toBeUndefined();
  expect(readPendingEdit(storage, 'r', 'c@example.org')).toBeUndefined();
  forgetPendingEdit(storage);
  expect(readPendingEdit(storage, 'r', 'h@example.org')).toBeUndefined();
});

it('is not thrown by what somebody else wrote there', () => {
  const storage = openStorage();
  storage.setItem('somalispeak_pending_edit', '{');
  expect(readPendingEdit(storage, 'r', 'h@example.org')).toBeUndefined();
});
