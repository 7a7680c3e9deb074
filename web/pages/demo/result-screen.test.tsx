// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
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

/** A browser without IndexedDB, as jsdom is; `isAway`: the account takes no correction. */
async function open(isAway: boolean): Promise<unknown[]> {
  const saved: unknown[] = [];
  screen = await renderForTest(<ResultScreen id="r1" user={user} fresh={undefined} supportEmail="help@example.so" />, {
    answer: ({ method }, { body }) => {
      if (method !== 'PUT') return { success: true, data: { transcription, attemptsRemaining: 2 } };
      if (isAway) throw new CallFailure('network');
      saved.push(body);
      return { success: true, data: { version: 1 } };
    },
  });
  await screen.settle();
  return saved;
}

it('has a correction that reached neither the account nor the device’s database, and sends it', async () => {
  await open(true);
  await screen.click('Edit: Enhanced Somali Text');
  await screen.type(screen.find('textarea'), 'Waan imid shalay.');
  await screen.click('Save');
  screen.close();
  const saved = await open(false);
  expect(screen.text()).toContain('Waan imid shalay.');
  expect(saved).toMatchObject([{ version: 0, transcript: 'Waan imid shalay.' }]);
  screen.close();
  expect(await open(false)).toEqual([]);
});
