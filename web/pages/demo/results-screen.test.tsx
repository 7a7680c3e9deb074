// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { editedOf } from '#shared/edited-texts.ts';
import { shortResult } from '#tests/support/short-result.ts';
import type { TestScreen } from '../../app/render-for-test.tsx';
import { AttemptsNotice } from '../../features/attempts/attempts.tsx';
import { availableKinds, isPlain } from '../../features/results/downloads.ts';
import type { Result } from '../../features/results/result-store.ts';
import { renderResult } from './results-step-for-test.tsx';

let shown: Awaited<ReturnType<typeof renderResult>>;
let screen: TestScreen;
const attemptsNotice = (left: number) => <AttemptsNotice attemptsRemaining={left} isUnlimited={false} />;
const open = async (part: Partial<Result> = {}, isFresh = true) => {
  shown = await renderResult({ ...shortResult, ...part }, { isFresh, attemptsNotice });
  screen = shown.screen;
  await screen.advance(0);
};
afterEach(() => screen.close());

const metrics = () => shown.metrics();
const cardOf = (title: string) => shown.cardOf(title);

describe('what is said of a result (spec §2)', () => {
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
    ['starter models', { engine: { ...shortResult.engine, isStarter: true } }],
    ['scores that nobody has held against the truth', { engine: { ...shortResult.engine, isCalibrated: false } }],
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
    await open(part, isFresh);
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

  it.each([
    ['I came.', null],
    ['[not understood] (waan: I) I came.', '1 sentence could not be translated.'],
    ['[not understood] [not understood] (berri: tomorrow)', '2 sentences could not be translated.'],
  ])('says under the heading how much of the English is missing: %s', async (translation, said) => {
    await open({ translation });
    if (said === null) expect(screen.text()).not.toContain('could not be translated');
    else expect(screen.text()).toContain(said);
  });

  it('offers what can be read and heard behind one button, the other downloads folded', async () => {
    await open();
    await screen.click('Download');
    const offered = [...document.querySelectorAll<HTMLElement>('[data-download]')];
    const placed = offered.map((each) => (each.closest('details') ? 'folded' : each.dataset.download));
    const source = { result: shortResult, edited: editedOf(shortResult), recording: undefined, isAsHeard: false };
    const others = availableKinds(source).filter((kind) => !isPlain(kind));
    expect(placed).toEqual(['txt', 'docx', 'audio', ...others.map(() => 'folded')]);
  });

  it('has the metrics: score/10 and the Processing ID', async () => {
    await open();
    const said = metrics()?.textContent;
    expect(said).toContain('Processing Quality Metrics');
    expect(said).toContain('8.3/10');
    expect(said).toContain('6.7/10');
    expect(said).toMatch(/Modelsr, t.*Processing IDQ7xZ3v9L/);
  });

  it('calls scores that nobody has held against the truth estimates, and says why, in the colours of their bands', async () => {
    await open({ engine: { ...shortResult.engine, isCalibrated: false }, transcriptConfidence: 7.9 });
    const original = cardOf('Original Somali Text');
    expect(original?.textContent).toContain('Medium Confidence · an estimate');
    expect(original?.querySelector('[data-band]')?.getAttribute('data-band')).toBe('medium');
    expect(metrics()?.textContent).toContain('about 7.9/10 (an estimate)');
    expect(metrics()?.textContent).toContain('not been measured with recordings of people');
  });

  it('says plainly when starter models answered, and only then', async () => {
    await open();
    expect(screen.root.querySelector('[data-notice="trial"]')).toBeNull();
    screen.close();
    await open({ engine: { ...shortResult.engine, recogniser: 'starter', translator: 'starter', isStarter: true } });
    expect(metrics()?.textContent).toContain('Modelstrial models');
    expect(screen.root.querySelector('[data-notice="trial"]')?.textContent).toContain('Trial quality: expect mistakes');
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
