// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it } from 'vitest';
import { renderForTest } from '../app/render-for-test.tsx';
import { singleKeysOffStorageKey, useShortcut } from './shortcuts.ts';

let done: string[];
let page: Awaited<ReturnType<typeof renderForTest>>;

function Screen() {
  useShortcut('Space', () => done.push('play'));
  useShortcut('Ctrl+Enter', () => done.push('process'));
  useShortcut('?', () => done.push('list'));
  return (
    <>
      <p>text</p>
      <button type="button">button</button>
      <textarea />
    </>
  );
}

beforeEach(async () => {
  done = [];
  page = await renderForTest(<Screen />);
});
afterEach(() => page.close());

/** Whether something was done, and the key so kept from the browser. */
const press = (place: string, key: string, modifiers: KeyboardEventInit = {}) =>
  !page.find(place).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...modifiers }));

it('each key does its own', () => {
  expect(press('p', ' ')).toBe(true);
  press('p', '?');
  press('p', 'Enter', { ctrlKey: true });
  press('p', 'Enter', { metaKey: true });
  expect(done).toEqual(['play', 'list', 'process', 'process']);
  expect([press('p', 'Enter'), press('p', ' ', { ctrlKey: true }), press('p', 'a')]).toEqual([false, false, false]);
});

it('leaves a key to who makes use of it: a button its Space, a field all but Ctrl+Enter', () => {
  press('button', ' ');
  press('textarea', ' ');
  press('textarea', '?');
  expect(done).toEqual([]);
  press('button', '?');
  press('textarea', 'Enter', { ctrlKey: true });
  expect(done).toEqual(['list', 'process']);
});

it('does nothing behind a dialog, and nothing at a single key for who has turned these off', () => {
  const dialog = document.createElement('dialog');
  dialog.open = true;
  document.body.append(dialog);
  press('p', ' ');
  press('p', 'Enter', { ctrlKey: true });
  dialog.remove();
  expect(done).toEqual([]);
  localStorage.setItem(singleKeysOffStorageKey, '1');
  press('p', ' ');
  press('p', '?');
  press('p', 'Enter', { ctrlKey: true });
  expect(done).toEqual(['process']);
});
