// @vitest-environment jsdom
import { act, fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderForTest, type TestScreen } from '../../app/render-for-test.tsx';
import { AttemptsNotice } from '../../features/attempts/attempts.tsx';
import { type EditedTexts, editedOf, type Result } from '../../features/results/result-store.ts';
import { ResultsStep } from '../../features/results/results-step.tsx';

const caution = 'This text was made by a machine. Please check it before you rely on it.';
const evil = '<img src=x onerror="alert(1)">';
const word = (raw: string, text: string, startSeconds: number, confidence: number) => ({
  raw,
  text,
  startSeconds,
  endSeconds: startSeconds + 0.4,
  confidence,
});
const result: Result = {
  rawTranscript: 'waan ee imid',
  transcript: 'Waan imid.',
  translation: `I came. ${evil}`,
  transcriptConfidence: 8.3,
  translationConfidence: 6.7,
  id: 'Q7xZ3v9L',
  s3Url: '/x',
  attemptsRemaining: 2,
  words: [word('waan', 'Waan', 0, 9), word('ee', '', 0.5, 9), word('imid', 'imid.', 1, 9)],
  segments: [],
  durationSeconds: 2,
  engine: { recogniser: 'r', translator: 't', isStarter: false, isCalibrated: true },
  warnings: [],
};
const recording = { bytes: new ArrayBuffer(4), mimeType: 'audio/webm', fileName: 'recording.wav' };

/** Of a result that the account has. */
const stateOf = (shown: Result, edited: EditedTexts) => ({
  state: {
    kept: { result: shown, edited, recording, madeAt: 0, version: 0, isSaved: true },
    other: undefined,
    isTranslating: false,
    editors: 0,
    isCutOff: false,
  },
  sync: { edit: async () => undefined, translate: async () => undefined, noteEditing: () => undefined },
});

let screen: TestScreen;
const copied: string[] = [];
const open = async (part: Partial<Result> = {}, changes: Partial<EditedTexts> = {}, isFresh = true) => {
  const shown = { ...result, ...part };
  const edited = { ...editedOf(shown), ...changes };
  screen = await renderForTest(
    <ResultsStep
      {...stateOf(shown, edited)}
      isFresh={isFresh}
      attemptsRemaining={part.attemptsRemaining ?? 2}
      attemptsNotice={<AttemptsNotice attemptsRemaining={part.attemptsRemaining ?? 2} isUnlimited={false} />}
      onDeleted={() => undefined}
    />,
  );
  // What is below the texts comes when they have been drawn.
  await screen.advance(0);
  return screen;
};

beforeEach(() => {
  copied.length = 0;
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: async (text: string) => void copied.push(text) },
  });
});
afterEach(() => screen.close());

const metrics = () => screen.root.querySelector('details:has(dl)');
const cardOf = (title: string) =>
  [...screen.root.querySelectorAll('section')].find((section) => section.querySelector('h2')?.textContent === title);

describe('results (spec §2)', () => {
  it('celebrates with 50 pieces for 3 s, under the heading "Success"', async () => {
    await open();
    expect(screen.root.querySelector('h1')?.textContent).toBe('Success');
    expect(screen.root.querySelectorAll('[data-confetti] > *')).toHaveLength(50);
    await screen.advance(2_999);
    expect(screen.root.querySelectorAll('[data-confetti] > *')).toHaveLength(50);
    await screen.advance(1);
    expect(screen.root.querySelector('[data-confetti]')).toBeNull();
    expect(screen.root.querySelector('h1')?.textContent).toBe('Success');
  });

  it('throws no confetti for who asked for stillness', async () => {
    const matchMedia = window.matchMedia;
    window.matchMedia = (media) => ({ ...matchMedia(media), matches: true }) as MediaQueryList;
    await open();
    window.matchMedia = matchMedia;
    expect(screen.root.querySelector('[data-confetti]')).toBeNull();
  });

  it.each([
    ['starter models', { engine: { ...result.engine, isStarter: true } }],
    ['scores that nobody has held against the truth', { engine: { ...result.engine, isCalibrated: false } }],
    ['medium confidence', { transcriptConfidence: 6 }],
  ])('celebrates what has just been made, whatever made it: %s', async (_, part) => {
    await open(part);
    expect(screen.root.querySelector('h1')?.textContent).toBe('Success');
    expect(screen.root.querySelectorAll('[data-confetti] > *')).toHaveLength(50);
  });

  it.each([
    ['low confidence', { transcriptConfidence: 5.9 }, true],
    ['no score', { transcriptConfidence: null }, true],
    ['come back to', {}, false],
  ])('says calmly that the text is ready, and celebrates nothing: %s', async (_, part, isFresh) => {
    await open(part, {}, isFresh);
    expect(screen.root.querySelector('h1')?.textContent).toBe('Your text is ready');
    expect(screen.root.querySelector('[data-confetti]')).toBeNull();
  });

  it('says what to do with a doubtful text, and only with that', async () => {
    const advice = 'We are not sure of this text.';
    await open({ transcriptConfidence: 5.9 });
    expect(screen.text()).toContain(advice);
    screen.close();
    await open({ transcriptConfidence: 6 });
    expect(screen.text()).not.toContain(advice);
  });

  it('shows the three texts, each in a card of its own and in its language', async () => {
    await open();
    expect(cardOf('Original Somali Text')?.querySelector('[lang="so"]')?.textContent).toContain('ee');
    expect(cardOf('Enhanced Somali Text')?.querySelector('[lang="so"]')?.textContent).toContain('Waan imid.');
    expect(cardOf('English Translation')?.querySelector('[lang="en"]')?.textContent).toContain('I came.');
  });

  it('has one card at a time where there is no room, the cleaned one first', async () => {
    await open({ durationSeconds: 30.9 });
    const bar = screen.find('[role=group][aria-label=Text]');
    expect([...bar.querySelectorAll('button')].map((tab) => tab.textContent)).toEqual([
      'Original',
      'Enhanced',
      'English',
    ]);
    const shown = () => screen.root.querySelector('[data-shown] h2')?.textContent;
    expect(shown()).toBe('Enhanced Somali Text');
    await screen.click('English');
    expect(shown()).toBe('English Translation');
    await screen.click('Original');
    expect(shown()).toBe('Original Somali Text');
  });

  it('brings the texts first, what is below them after the next frame, and a long text whole', async () => {
    const segments = Array.from({ length: 60 }, (_, at) => ({
      startSeconds: at,
      endSeconds: at + 1,
      rawTranscript: `erey ${at}`,
      transcript: `Erey ${at}.`,
      translation: `Word ${at}.`,
      confidence: 9,
    }));
    const transcript = segments.map(({ transcript }) => transcript).join(' ');
    const translation = segments.map((segment) => segment.translation).join(' ');
    const shown = { ...result, segments, transcript, translation, durationSeconds: 60 };
    screen = await renderForTest(
      <ResultsStep
        {...stateOf(shown, editedOf(shown))}
        isFresh
        attemptsRemaining={2}
        attemptsNotice={null}
        onDeleted={() => undefined}
      />,
    );
    const english = () => [...screen.root.querySelectorAll('li [lang="en"]')].map((row) => row.textContent).join(' ');
    expect(metrics()).toBeNull();
    await screen.settle();
    await screen.advance(0);
    expect(english()).toBe(translation);
    expect(metrics()).not.toBeNull();
  });

  it('renders what the models said as text, whatever it is', async () => {
    await open();
    expect(screen.text()).toContain(evil);
    expect(screen.root.querySelector('img')).toBeNull();
  });

  it.each([
    ['Original Somali Text', 'waan ee imid', 'Original text copied to clipboard!'],
    ['Enhanced Somali Text', 'Waan imid.', 'Enhanced text copied to clipboard!'],
    ['English Translation', `I came. ${evil}`, 'Translation copied to clipboard!'],
  ])('copies each text, and the button answers for 3 s: %s', async (title, text, toast) => {
    await open();
    await screen.click(`Copy: ${title}`);
    expect(copied).toEqual([text]);
    expect(screen.text()).toContain(toast);
    expect(screen.button(`Copied: ${title}`).textContent).toBe('Copied');
    await screen.advance(3_000);
    expect(screen.button(`Copy: ${title}`).textContent).toBe('Copy');
  });

  it('shows quality bars with their bands on the original and the translation', async () => {
    await open();
    const barOf = (title: string) =>
      cardOf(title)?.querySelector('[role="progressbar"]')?.getAttribute('aria-valuenow');
    expect(barOf('Original Somali Text')).toBe('83');
    expect(barOf('English Translation')).toBe('67');
    expect(cardOf('Original Somali Text')?.textContent).toContain('High Confidence');
    expect(cardOf('English Translation')?.textContent).toContain('Medium Confidence');
  });

  it('shows a missing score as Unknown and a bad one as Low Confidence', async () => {
    await open({ transcriptConfidence: null, translationConfidence: 5.9 });
    expect(cardOf('Original Somali Text')?.textContent).toContain('Unknown');
    expect(cardOf('Original Somali Text')?.querySelector('[role="progressbar"]')).toBeNull();
    expect(cardOf('English Translation')?.textContent).toContain('Low Confidence');
  });

  it('marks the English that was made before the Somali was corrected, and shares it as that', async () => {
    await open({}, { transcript: 'Waan tegay.' });
    expect(cardOf('English Translation')?.textContent).toContain('Made before the Somali was corrected');
    expect(cardOf('English Translation')?.querySelector('[role="progressbar"]')).toBeNull();
    await screen.click('Share Results');
    expect(copied[0]).toBe(
      'Original Somali Text:\nwaan ee imid\n\nEnhanced Somali Text:\nWaan tegay.\n\n' +
        `English Translation (Made before the Somali was corrected):\nI came. ${evil}\n\n${caution}`,
    );
  });

  it.each([
    ['I came.', null],
    ['[not understood] (waan: I) I came.', '1 sentence could not be translated.'],
    ['[not understood] [not understood] (berri: tomorrow)', '2 sentences could not be translated.'],
  ])('says under the heading how much of the English is missing: %s', async (translation, said) => {
    await open({}, { translation });
    if (said === null) expect(screen.text()).not.toContain('could not be translated');
    else expect(screen.text()).toContain(said);
  });

  it('offers what can be read and heard behind one button, the other downloads folded', async () => {
    await open();
    await screen.click('Download');
    const offered = [...document.querySelectorAll<HTMLElement>('[data-download]')];
    const placed = offered.map((each) => (each.closest('details') ? 'folded' : each.dataset.download));
    expect(placed).toEqual(['txt', 'docx', 'audio', ...Array(6).fill('folded')]);
  });

  it('has the metrics: score/10 and the Processing ID', async () => {
    await open();
    const said = metrics()?.textContent;
    expect(said).toContain('Processing Quality Metrics');
    expect(said).toContain('8.3/10');
    expect(said).toContain('6.7/10');
    expect(said).toMatch(/Modelsr, t.*Processing IDQ7xZ3v9L/);
  });

  it('shows the cleaned text first, and what was changed when asked', async () => {
    await open();
    const enhanced = () => cardOf('Enhanced Somali Text');
    expect(enhanced()?.querySelector('del')).toBeNull();
    expect(enhanced()?.querySelector('[lang="so"]')?.textContent).toBe('Waan imid.');
    await screen.click('Changes');
    expect(enhanced()?.querySelector('del')?.textContent).toBe('ee');
  });

  it('calls scores that nobody has held against the truth estimates, and says why, in the colours of their bands', async () => {
    await open({ engine: { ...result.engine, isCalibrated: false }, transcriptConfidence: 7.9 });
    const original = cardOf('Original Somali Text');
    expect(original?.textContent).toContain('Medium Confidence · an estimate');
    expect(original?.querySelector('[data-band]')?.getAttribute('data-band')).toBe('medium');
    expect(metrics()?.textContent).toContain('about 7.9/10 (an estimate)');
    expect(metrics()?.textContent).toContain('not been measured with recordings of people');
  });

  const segment = (startSeconds: number, transcript: string, translation: string) => ({
    startSeconds,
    endSeconds: startSeconds + 1,
    rawTranscript: '',
    transcript,
    translation,
    confidence: null,
  });
  const sentence = (text: string) =>
    [...screen.root.querySelectorAll<HTMLElement>('[data-row]')].find(
      (each) => each.textContent === text,
    ) as HTMLElement;
  const word = (text: string) =>
    [...screen.root.querySelectorAll<HTMLElement>('[data-word]')].find(
      (each) => each.textContent === text,
    ) as HTMLElement;
  const litTexts = () => [...screen.root.querySelectorAll('[aria-current]')].map((lit) => lit.textContent);

  it('puts the sentences side by side, and plays and lights the pair that is pressed', async () => {
    await open({ segments: [segment(0, 'Waan', 'I'), segment(1, 'imid.', `came. ${evil}`)] });
    await screen.click(sentence('imid.'));
    expect(litTexts()).toEqual(['imid', 'imid.', `came. ${evil}`]);
  });

  it('plays the sentence that is pressed and no further; the whole recording when Play is', async () => {
    const play = vi.spyOn(HTMLMediaElement.prototype, 'play');
    const pause = vi.spyOn(HTMLMediaElement.prototype, 'pause');
    await open({ segments: [segment(0, 'Waan', 'I'), segment(1, 'imid.', `came. ${evil}`)] });
    const hasStoppedAt = async (seconds: number) => {
      const audio = play.mock.contexts.at(-1) as HTMLAudioElement;
      pause.mockClear();
      audio.currentTime = seconds;
      await act(async () => void fireEvent(audio, new Event('timeupdate')));
      return pause.mock.calls.length > 0;
    };
    await screen.click(sentence('Waan'));
    expect(await hasStoppedAt(0.9)).toBe(false);
    expect(await hasStoppedAt(1)).toBe(true);
    await screen.click('Play');
    expect(await hasStoppedAt(1.1)).toBe(false);
    await screen.click(word('ee'));
    expect(await hasStoppedAt(0.8)).toBe(false);
    expect(await hasStoppedAt(0.9)).toBe(true);
    play.mockRestore();
    pause.mockRestore();
  });

  it('is text where it is read, and no list of buttons', async () => {
    await open({ segments: [segment(0, 'Waan', 'I'), segment(1, 'imid.', `came. ${evil}`)] });
    expect(
      cardOf('Enhanced Somali Text')?.querySelectorAll('p[lang] :is(button, [role=button], [tabindex])'),
    ).toHaveLength(0);
  });

  it('looks unsure where English may be wrong, says why, and is quieter about what was not understood', async () => {
    const segments = [segment(0, 'Waan', 'I went. (?)'), segment(1, 'imid.', '[not understood] (imid: came)')];
    await open({ segments, translation: 'I went. (?) [not understood] (imid: came)' });
    const card = cardOf('English Translation');
    expect(card?.querySelector('details')?.textContent).toMatch(/^unsure.*Listen and check/);
    const [sure, gap] = card?.querySelectorAll('[lang=en] [data-row] > span') ?? [];
    expect(sure?.textContent).toBe('I went.');
    expect(sure?.className).toMatch(/unsure/);
    expect(gap?.className).toMatch(/glossed/);
  });

  it('takes who selects a text with the mouse for no press', async () => {
    await open({ segments: [segment(0, 'Waan', 'I'), segment(1, 'imid.', `came. ${evil}`)] });
    window.getSelection()?.selectAllChildren(sentence('imid.'));
    await screen.click(sentence('imid.'));
    expect(litTexts()).toEqual([]);
    window.getSelection()?.removeAllRanges();
  });

  it('says plainly when starter models answered, and only then', async () => {
    await open();
    expect(screen.root.querySelector('[data-notice="trial"]')).toBeNull();
    screen.close();
    await open({ engine: { ...result.engine, recogniser: 'starter', translator: 'starter', isStarter: true } });
    expect(metrics()?.textContent).toContain('Modelstrial models');
    expect(screen.root.querySelector('[data-notice="trial"]')?.textContent).toContain('Trial quality: expect mistakes');
  });

  it('shares the texts, the marks of the English explained, by the device, otherwise copies them', async () => {
    await open({ translation: 'I came. (?)' });
    await screen.click('Share Results');
    const english =
      'English Translation:\n[unsure] I came.\n\n[unsure] the sentence that follows may well be wrong / [unsure] jumladda ku xigta lama hubo';
    const somali = 'Original Somali Text:\nwaan ee imid\n\nEnhanced Somali Text:\nWaan imid.';
    expect(copied[0]).toBe(`${somali}\n\n${english}\n\n${caution}`);
    expect(screen.text()).toContain('Results copied to clipboard!');
  });

  it('shares of a longer text the Somali that is shown', async () => {
    await open({ durationSeconds: 60 });
    await screen.settle();
    await screen.click('Original');
    await screen.click('Share Results');
    expect(copied[0]).toMatch(/^Original Somali Text:\nwaan ee imid\n\nEnglish Translation/);
  });

  it('offers another recording while attempts remain', async () => {
    await open();
    // A link: what is being typed is asked about, as before any way out.
    expect(screen.find('a[href="/demo"]').textContent).toBe('Try Another Recording');
    expect(screen.text()).toContain('2 free attempts remaining');
  });

  it('ends at "No Attempts Remaining" with whom to ask', async () => {
    await open({ attemptsRemaining: 0 });
    expect(screen.button('No Attempts Remaining').disabled).toBe(true);
    expect(screen.text()).toContain("You've used all your free attempts");
    expect(screen.root.querySelector<HTMLAnchorElement>('a[href^="mailto:"]')?.href).toBe(
      'mailto:help@example.org?subject=Request%20for%20More%20Access%20-%20Somali%20Speech%20AI',
    );
  });
});
