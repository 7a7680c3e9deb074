// @vitest-environment jsdom
import { act, fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EditedTexts } from '#shared/edited-texts.ts';
import { markup, shortResult } from '#tests/support/short-result.ts';
import type { TestScreen } from '../../app/render-for-test.tsx';
import type { Result } from '../../features/results/result-store.ts';
import { renderResult } from './results-step-for-test.tsx';

const caution = 'This text was made by a machine. Please check it before you rely on it.';
let shown: Awaited<ReturnType<typeof renderResult>>;
let screen: TestScreen;
const copied: string[] = [];
const render = async (part: Partial<Result> = {}, edited: Partial<EditedTexts> = {}) => {
  shown = await renderResult({ ...shortResult, ...part }, { edited });
  screen = shown.screen;
};
const open = async (part: Partial<Result> = {}, changes: Partial<EditedTexts> = {}) => {
  await render(part, changes);
  // What is below the texts comes when they have been drawn.
  await screen.advance(0);
};

beforeEach(() => {
  copied.length = 0;
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: async (text: string) => void copied.push(text) },
  });
});
afterEach(() => screen.close());

const metrics = () => shown.metrics();
const cardOf = (title: string) => shown.cardOf(title);

describe('the texts of a result (spec §2)', () => {
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
    await render({ segments, transcript, translation, durationSeconds: 60 });
    const english = () =>
      [...screen.root.querySelectorAll('[data-row] [lang="en"]')].map((row) => row.textContent).join(' ');
    expect(metrics()).toBeNull();
    await screen.settle();
    await screen.advance(0);
    expect(english()).toBe(translation);
    expect(metrics()).not.toBeNull();
  });

  it('renders what the models said as text, whatever it is', async () => {
    await open();
    expect(screen.text()).toContain(markup);
    expect(screen.root.querySelector('img')).toBeNull();
  });

  it.each([
    ['Original Somali Text', 'waan ee imid', 'Original text copied to clipboard!'],
    ['Enhanced Somali Text', 'Waan imid.', 'Enhanced text copied to clipboard!'],
    ['English Translation', `I came. ${markup}`, 'Translation copied to clipboard!'],
  ])('copies each text, and the button answers for 3 s: %s', async (title, text, toast) => {
    await open();
    await screen.click(`Copy: ${title}`);
    expect(copied).toEqual([text]);
    expect(screen.text()).toContain(toast);
    expect(screen.button(`Copied: ${title}`).textContent).toBe('Copied');
    await screen.advance(3_000);
    expect(screen.button(`Copy: ${title}`).textContent).toBe('Copy');
  });

  it('marks the English that was made before the Somali was corrected, and shares it as that', async () => {
    await open({}, { transcript: 'Waan tegay.' });
    expect(cardOf('English Translation')?.textContent).toContain('Made before the Somali was corrected');
    expect(cardOf('English Translation')?.querySelector('[role="progressbar"]')).toBeNull();
    await screen.click('Share Results');
    expect(copied[0]).toBe(
      'Original Somali Text:\nwaan ee imid\n\nEnhanced Somali Text:\nWaan tegay.\n\n' +
        `English Translation (Made before the Somali was corrected):\nI came. ${markup}\n\n${caution}`,
    );
  });

  it('shows the cleaned text first, and what was changed when asked', async () => {
    await open();
    const enhanced = () => cardOf('Enhanced Somali Text');
    expect(enhanced()?.querySelector('del')).toBeNull();
    expect(enhanced()?.querySelector('[lang="so"]')?.textContent).toBe('Waan imid.');
    await screen.click('Changes');
    expect(enhanced()?.querySelector('del')?.textContent).toBe('ee');
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
    await open({ segments: [segment(0, 'Waan', 'I'), segment(1, 'imid.', `came. ${markup}`)] });
    await screen.click(sentence('imid.'));
    expect(litTexts()).toEqual(['imid', 'imid.', `came. ${markup}`]);
  });

  it('plays the sentence that is pressed and no further; the whole recording when Play is', async () => {
    const play = vi.spyOn(HTMLMediaElement.prototype, 'play');
    const pause = vi.spyOn(HTMLMediaElement.prototype, 'pause');
    await open({ segments: [segment(0, 'Waan', 'I'), segment(1, 'imid.', `came. ${markup}`)] });
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
    await open({ segments: [segment(0, 'Waan', 'I'), segment(1, 'imid.', `came. ${markup}`)] });
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
    await open({ segments: [segment(0, 'Waan', 'I'), segment(1, 'imid.', `came. ${markup}`)] });
    window.getSelection()?.selectAllChildren(sentence('imid.'));
    await screen.click(sentence('imid.'));
    expect(litTexts()).toEqual([]);
    window.getSelection()?.removeAllRanges();
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
});
