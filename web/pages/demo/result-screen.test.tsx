// @vitest-environment jsdom
import { act, fireEvent } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderForTest, type TestScreen } from '../../app/render-for-test.tsx';
import { CallFailure } from '../../lib/call-failure.ts';
import { ResultScreen } from './result-screen.tsx';

const user = { fullName: 'Hodan', email: 'h@example.so', attemptsRemaining: 2 };
const transcription = {
  id: 'r1',
  transcript: 'Waan imid.',
  rawTranscript: 'waan imid',
  translation: 'I came.',
  transcriptConfidence: 8,
  translationConfidence: 8,
  s3Url: 'https://elsewhere.so/',
  words: [],
  segments: [],
  durationSeconds: 2,
  engine: { recogniser: 'r', translator: 't', isStarter: false, isCalibrated: true },
  warnings: [],
};

// What jsdom lacks.
Element.prototype.scrollIntoView = () => undefined;

let screen: TestScreen;
afterEach(() => screen.close());

/** The account takes no correction. */
let isAway: boolean;

/** A browser without IndexedDB, as jsdom is. */
async function open(isOut = false, part: object = {}): Promise<unknown[]> {
  isAway = isOut;
  const saved: unknown[] = [];
  screen = await renderForTest(<ResultScreen id="r1" user={user} fresh={undefined} />, {
    answer: ({ method }, { body }) => {
      if (method !== 'PUT')
        return { success: true, data: { transcription: { ...transcription, ...part }, attemptsRemaining: 2 } };
      if (isAway) throw new CallFailure('network');
      saved.push(body);
      return { success: true, data: { version: 1 } };
    },
  });
  await screen.settle();
  return saved;
}

it('sends a correction to the account once there is a line again', async () => {
  const saved = await open(true);
  await screen.click('Edit: Enhanced Somali Text');
  await screen.type(screen.find('textarea'), 'Waan imid shalay.');
  await screen.click('Save');
  expect(screen.text()).toContain('Your changes are on this device');
  isAway = false;
  await act(async () => void window.dispatchEvent(new Event('online')));
  await screen.settle();
  expect(saved).toMatchObject([{ version: 0, transcript: 'Waan imid shalay.' }]);
  expect(screen.text()).not.toContain('Your changes are on this device');
});

it('plays what our server passes on, and asks nothing of the store that holds it', async () => {
  const asked: unknown[] = [];
  vi.stubGlobal('fetch', async (address: unknown) => {
    asked.push(address);
    return new Response('OggS', { headers: { 'content-type': 'audio/ogg' } });
  });
  await open(false, { audioPath: '/api/transcription/r1/audio?expires=1&signature=s' });
  expect(asked).toEqual(['/api/transcription/r1/audio?expires=1&signature=s']);
  expect(screen.button('Play')).toBeDefined();
  vi.unstubAllGlobals();
});

const cardOf = (title: string) =>
  [...screen.root.querySelectorAll('section')].find((section) => section.querySelector('h2')?.textContent === title);
const correctedTo = (transcript: string, translationOf: string) => ({
  edits: { version: 1, title: null, correction: { transcript, translation: transcription.translation, translationOf } },
});

it('has what was heard as evidence, which cannot be edited, and the cleaned text, which can', async () => {
  await open();
  expect(screen.button('Edit: Enhanced Somali Text')).toBeDefined();
  expect(screen.button('Copy: Original Somali Text')).toBeDefined();
  expect(() => screen.button('Edit: Original Somali Text')).toThrow();
});

it('gives the keyboard back to the button of the text that was saved', async () => {
  await open();
  const frames: FrameRequestCallback[] = [];
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => frames.push(callback));
  await screen.click('Edit: Enhanced Somali Text');
  await screen.click('Save');
  for (const callback of frames) callback(0);
  vi.unstubAllGlobals();
  expect(document.activeElement).toBe(screen.button('Edit: Enhanced Somali Text'));
});

it('says above the texts, aloud too, that the English is old, with the way to new, and in its card', async () => {
  await open();
  const said = () =>
    [...screen.root.querySelectorAll('[role="status"]:not([aria-live])')].map((status) => status.textContent);
  // There before anything is said, or some screen readers say nothing.
  expect(said()).toEqual(['', 'Raw speech-to-text', 'AI-cleaned', 'From the enhanced text']);
  screen.close();
  await open(false, correctedTo('Waan tegay.', ''));
  expect(said()).toEqual([
    'The English was made before the Somali was corrected.Translate again',
    'Raw speech-to-text',
    'You have edited this text.',
    'Made before the Somali was corrected',
  ]);
});

it('takes back both texts at once, and leaves the keyboard on them', async () => {
  await open(false, correctedTo('Waan tagay.', 'Waan tagay.'));
  await screen.advance(0);
  screen.button('Undo edits').focus();
  await screen.click('Undo edits');
  expect(screen.root.querySelector('[role="status"]')?.textContent).toBe('');
  expect(cardOf('Enhanced Somali Text')?.textContent).toContain(transcription.transcript);
  expect(cardOf('English Translation')?.textContent).toContain(transcription.translation);
  expect(document.activeElement?.contains(cardOf('Enhanced Somali Text') ?? null)).toBe(true);
  expect(document.activeElement).not.toBe(document.body);
});

const words = Array.from({ length: 6 }, (_, at) => ({
  raw: `erey${at}`,
  text: `Erey${at}.`,
  startSeconds: at,
  endSeconds: at + 0.4,
  confidence: at === 1 ? 2 : 9,
  ...(at === 1 ? { alternatives: ['erayga'] } : {}),
}));
const doubtful = { words, transcript: words.map(({ text }) => text).join(' ') };
const field = (lang = 'so') => screen.find<HTMLTextAreaElement>(`textarea[lang=${lang}]`);
const press = (key: string, options = {}) => act(async () => void fireEvent.keyDown(field(), { key, ...options }));

it('saves with Enter the text that is being typed, and no other', async () => {
  await open();
  await screen.click('Edit: Enhanced Somali Text');
  await screen.click('Edit: English Translation');
  await press('Enter', { shiftKey: true });
  expect(screen.root.querySelectorAll('textarea')).toHaveLength(2);
  await press('Enter');
  expect([...screen.root.querySelectorAll('textarea')].map((each) => each.lang)).toEqual(['en']);
});

it('gives up with Esc, and has what was typed when the editor opens again', async () => {
  await open();
  await screen.click('Edit: Enhanced Somali Text');
  await screen.type(field() as never, 'Waan tegay.');
  await press('Escape');
  expect(field()).toBeNull();
  expect(screen.text()).toContain('Waan imid.');
  await screen.click('Edit: Enhanced Somali Text');
  expect(field().value).toBe('Waan tegay.');
  await screen.click('Cancel');
  await screen.click('Edit: Enhanced Somali Text');
  expect(field().value).toBe('Waan imid.');
});

it('opens the editor at a marked word that is pressed; Tab goes there, and what else was heard is at hand', async () => {
  await open(false, doubtful);
  const marked = [...screen.root.querySelectorAll<HTMLElement>('[data-word]')];
  await screen.click(marked.find((each) => each.textContent?.startsWith('Erey1')) as HTMLElement);
  expect(field().value.slice(field().selectionStart, field().selectionEnd)).toBe('Erey1.');
  await screen.click('Cancel');
  await screen.click('Edit: Enhanced Somali Text');
  expect(field().selectionEnd).toBe(0);
  await press('Tab');
  expect(field().value.slice(field().selectionStart, field().selectionEnd)).toBe('Erey1.');
  await screen.click('Erayga.');
  expect(field().value).toBe('Erey0. Erayga. Erey2. Erey3. Erey4. Erey5.');
});

const rows = (): object => {
  const sentences = ['Qaado barakeetamol.', 'Haa, barakeetamol.', 'Barakeetamol waa daawo.'];
  const segments = sentences.map((transcript, at) => ({
    startSeconds: 20 * at,
    endSeconds: 20 * at + 10,
    rawTranscript: transcript,
    transcript,
    translation: `English ${at}.`,
    confidence: 9,
  }));
  return {
    segments,
    transcript: sentences.join(' '),
    translation: segments.map(({ translation }) => translation).join(' '),
    durationSeconds: 60,
  };
};
const rowTexts = () => [...screen.root.querySelectorAll('[data-row] [lang=so]')].map((row) => row.textContent);

it('corrects a row of a longer result, everywhere the word was misheard, and takes that back at once', async () => {
  const saved = await open(false, rows());
  await screen.settle();
  await screen.click('Correct the sentence at 0:00');
  await screen.type(field() as never, 'Qaado barasitamool.');
  await press('Enter');
  expect(saved.at(-1)).toMatchObject({ transcript: 'Qaado barasitamool. Haa, barakeetamol. Barakeetamol waa daawo.' });
  expect(screen.find('[data-row]').textContent).toContain('English out of date');
  await screen.click('Replace all (2)');
  await screen.click('Replace in 2 places');
  expect(rowTexts()).toEqual(['Qaado barasitamool.', 'Haa, barasitamool.', 'Barasitamool waa daawo.']);
  await screen.click('Undo');
  expect(rowTexts()).toEqual(['Qaado barasitamool.', 'Haa, barakeetamol.', 'Barakeetamol waa daawo.']);
});

it('has two stops of the Tab key in the rows, and arrows to the others', async () => {
  await open(false, rows());
  await screen.settle();
  const stops = () =>
    [...screen.root.querySelectorAll('[data-row] [tabindex="0"]')].map((stop) => stop.getAttribute('aria-label'));
  expect(stops()).toEqual(['Play from 0:00', 'Correct the sentence at 0:00']);
  const button = screen.button('Play from 0:00');
  await act(async () => void fireEvent.keyDown(button, { key: 'ArrowDown' }));
  expect(stops()).toEqual(['Play from 0:20', 'Correct the sentence at 0:20']);
  expect(document.activeElement).toBe(screen.button('Play from 0:20'));
});

it('asks nothing about a sample of the house', async () => {
  await open(false, { isSample: true });
  await screen.advance(0);
  expect(screen.text()).toContain('Waan imid.');
  expect(screen.text()).not.toContain('Was this right?');
});

it('offers to write a corrected name always so, and keeps those that are there', async () => {
  const corrected = { transcript: 'Waan Zubeydi.', translation: 'x', translationOf: 'x' };
  const saved: unknown[] = [];
  screen = await renderForTest(<ResultScreen id="r1" user={user} fresh={undefined} />, {
    answer: ({ method, path }, { body }) => {
      if (method === 'PUT') saved.push(body);
      if (path === '/account/words') return { success: true, message: 'Saved.', data: { words: ['Xalane'] } };
      const edits = { version: 1, title: null, correction: corrected };
      return { success: true, data: { transcription: { ...transcription, edits }, attemptsRemaining: 2 } };
    },
  });
  // The result, and then what is fetched for it.
  await screen.settle();
  await screen.advance(0);
  await screen.settle();
  await screen.click('Always write “Zubeydi” so?');
  expect(saved).toEqual([{ words: ['Xalane', 'Zubeydi'] }]);
  expect(screen.text()).not.toContain('Always write');
});
