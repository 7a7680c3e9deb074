import type { Browser, Locator, Page } from '@playwright/test';
import { baseUrl } from '#tests/e2e/addresses.ts';
import { newAddress, openMenu, openSession, recordFor, texts, transcribe, visitSignedIn } from '#tests/e2e/journey.ts';
import { median } from '../median.ts';

const { auth, common, demo, landing } = texts.so;
const spokenSeconds = 3;

/** A hand that never hesitates and counts what it does. */
class Hand {
  taps = 0;
  fields = 0;
  /** Seconds from the answer's last byte to the text, where that is the question. */
  opensAfter: number | undefined;
  async tap(target: Locator): Promise<void> {
    await target.click({ timeout: 120_000 });
    this.taps += 1;
  }
  async fill(target: Locator, text: string): Promise<void> {
    await target.fill(text);
    this.fields += 1;
  }
}

type Way = {
  name: string;
  /** What lies before the way itself. */
  prepare?: (page: Page) => Promise<unknown>;
  go: (page: Page, hand: Hand) => Promise<void>;
};

const byName = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const somali = (page: Page) => page.getByRole('region', { name: demo.results.enhanced.title });

/** From the landing page, whose popup comes by itself; the mail's opening and reading are the person's. */
async function signUp(page: Page, hand: Hand, by: 'link' | 'code'): Promise<void> {
  await page.goto('/?lang=so');
  const form = page.getByRole('dialog');
  await hand.fill(form.getByLabel(auth.form.fullName), 'Hodan Cali');
  await hand.fill(form.getByLabel(auth.form.email, { exact: true }), newAddress());
  for (const name of ['privacyAccepted', 'termsAccepted']) await hand.tap(form.locator(`input[name=${name}]`));
  const answering = page.waitForResponse('**/api/auth/signup');
  await hand.tap(form.getByRole('button', { name: auth.form.submit }));
  if (by === 'link') await hand.tap(page.getByRole('link', { name: auth.confirmation.developmentLink }));
  else {
    const { signInCode } = (await (await answering).json()) as { signInCode: string };
    await hand.fill(page.locator('input[name=code]'), signInCode);
  }
  await page.waitForURL('**/demo');
}

const ways: readonly Way[] = [
  {
    name: 'a sample, heard and read without an account',
    // The popup of a first visit is another way in.
    prepare: (page) => page.addInitScript((key) => localStorage.setItem(key, '1'), 'somalispeak_visited'),
    go: async (page, hand) => {
      const card = page.getByRole('figure', { name: landing.preview.sample.label });
      await page.goto('/?lang=so');
      await hand.tap(page.getByRole('link', { name: landing.hero.tryFree }));
      await hand.tap(card.getByRole('button', { name: common.sampleNames.clinic, exact: true }));
      await hand.tap(card.getByRole('button', { name: `${landing.preview.sample.play}: ` }));
      await card.locator('[data-said]').waitFor();
    },
  },
  ...(['link', 'code'] as const).map((by) => ({
    name: `new visitor, own voice (${spokenSeconds} s of speech), by the ${by}`,
    go: async (page: Page, hand: Hand) => {
      await signUp(page, hand, by);
      await hand.tap(byName(page, demo.recorder.record.start));
      await hand.tap(byName(page, demo.recorder.countdown.skip));
      await recordFor(page, spokenSeconds);
      await hand.tap(byName(page, demo.recorder.recording.stop));
      await hand.tap(byName(page, demo.recorder.playback.process));
      await hand.tap(byName(page, demo.processing.showNow));
      await somali(page).waitFor();
    },
  })),
  {
    name: 'after sign-up: a sample through the real engine',
    prepare: (page) => visitSignedIn(page, '/demo?lang=so'),
    go: async (page, hand) => {
      await hand.tap(byName(page, common.sampleNames.greeting));
      await hand.tap(byName(page, demo.recorder.playback.process));
      await hand.tap(byName(page, demo.processing.showNow));
      await somali(page).waitFor();
    },
  },
  {
    name: 'a second result, opened by itself',
    prepare: async (page) => {
      await visitSignedIn(page, '/demo?lang=so', await openSession());
      await transcribe(page, 'so', 'speech-2s.webm');
      await page.goto('/demo');
    },
    go: async (page, hand) => {
      await hand.tap(byName(page, common.sampleNames.greeting));
      const answer = page.waitForEvent('requestfinished', (request) => request.url().includes('/transcription/upload'));
      await hand.tap(byName(page, demo.recorder.playback.process));
      await answer;
      const answered = performance.now();
      await somali(page).waitFor();
      hand.opensAfter = (performance.now() - answered) / 1_000;
    },
  },
  {
    name: 'has an account: asks for a link (then the mail)',
    go: async (page, hand) => {
      await page.goto('/terms?lang=so');
      await openMenu(page);
      hand.taps += 1;
      await hand.tap(byName(page, common.nav.signIn));
      await hand.fill(page.getByRole('dialog').locator('input[name=email]'), newAddress());
      await page.keyboard.press('Enter');
      hand.taps += 1;
      await page.getByRole('heading', { name: auth.confirmation.title }).waitFor();
    },
  },
  {
    name: "yesterday's text again",
    prepare: async (page) => {
      await visitSignedIn(page, '/demo?lang=so', await openSession());
      await transcribe(page, 'so', 'speech-2s.webm');
      await page.goto('/demo');
    },
    go: async (page, hand) => {
      await hand.tap(page.getByRole('listitem').locator('a[href^="/demo/r/"]'));
      await somali(page).waitFor();
    },
  },
];

async function walk(browser: Browser, { prepare, go }: Way): Promise<{ hand: Hand; seconds: number }> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    baseURL: baseUrl,
    permissions: ['microphone'],
  });
  const page = await context.newPage();
  await prepare?.(page);
  const hand = new Hand();
  const start = performance.now();
  await go(page, hand);
  const seconds = (performance.now() - start) / 1_000;
  await context.close();
  return { hand, seconds };
}

const spread = (seconds: readonly number[]) =>
  `${median(seconds).toFixed(1)} s (${Math.min(...seconds).toFixed(1)}–${Math.max(...seconds).toFixed(1)})`;

/**
 * Taps, typed fields and seconds of each way to a text, so many times each, by a script that never hesitates: the
 * product's own share of the time.
 */
export async function benchWaysIn(browser: Browser, rounds: number): Promise<void> {
  for (const way of ways) {
    const walks: Awaited<ReturnType<typeof walk>>[] = [];
    for (let round = 0; round < rounds; round += 1) walks.push(await walk(browser, way));
    const count = (part: 'taps' | 'fields') => [...new Set(walks.map(({ hand }) => hand[part]))].join('/');
    const delays = walks.flatMap(({ hand }) => hand.opensAfter ?? []);
    console.log(
      `${way.name.padEnd(52)} ${count('taps')} taps, ${count('fields')} fields, ${spread(walks.map(({ seconds }) => seconds))}` +
        (delays.length > 0 ? `; open after the answer: at most ${Math.max(...delays).toFixed(2)} s (bar ≤ 0.5)` : ''),
    );
  }
}
