import { languages } from '#shared/languages.ts';
import { audioFixture } from '../support/audio-fixtures.ts';
import {
  expect,
  expectNoViolations,
  openResult,
  openResultMenu,
  openSession,
  recordFor,
  skipCountdown,
  stopRecording,
  test,
  texts,
  visitSignedIn,
} from './journey.ts';

for (const language of languages) {
  const { recorder, processing, results } = texts[language].demo;

  test(`axe finds nothing in the states between (${language})`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: language === 'so' ? 'dark' : 'light' });
    await visitSignedIn(page, `/demo?lang=${language}`);
    await page.getByRole('button', { name: recorder.record.start }).click();
    await expect(page.getByRole('dialog', { name: recorder.countdown.title })).toBeVisible();
    await expectNoViolations(page);
    await skipCountdown(page, language);
    await recordFor(page, 3);
    await expectNoViolations(page);
    await stopRecording(page, language);
    await page.route('**/api/transcription/upload', (route) => route.abort('internetdisconnected'));
    await page.getByRole('button', { name: recorder.playback.process }).click();
    await expect(page.getByText(processing.safe)).toBeVisible();
    await expectNoViolations(page);
    await page.unroute('**/api/transcription/upload');
    await page.route('**/api/transcription/upload', (route) => route.fulfill({ status: 400, body: '{}' }));
    await expect(page.getByRole('heading', { name: processing.notYet })).toBeVisible();
    await expectNoViolations(page);
    await page.unroute('**/api/transcription/upload');
    await page.getByRole('button', { name: processing.tryAgain }).click();
    await openResult(page, language);
    // Room for all of it: what the bar at the bottom covers by chance of scrolling is no finding.
    await page.setViewportSize({ width: 390, height: 3_000 });
    await expectNoViolations(page);
    await page.getByRole('button', { name: results.reading.english, exact: true }).click();
    const edit = results.editLabel.replace('{title}', results.translation.title);
    await page.getByRole('button', { name: edit }).click();
    await expectNoViolations(page);
    await page.keyboard.press('Escape');
    await openResultMenu(page, language);
    await page.getByRole('button', { name: results.remove.button }).click();
    await expect(page.getByRole('dialog', { name: results.remove.title })).toBeVisible();
    await expectNoViolations(page);
  });
}

const { demo } = texts.en;

test('a recording stays until there is another one', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  // Where the browser scrolls at once what it scrolls has been scrolled when it says so.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await visitSignedIn(page, '/demo?lang=en');
  await page.getByRole('button', { name: demo.recorder.record.start }).click();
  await skipCountdown(page, 'en');
  await recordFor(page, 3);
  await stopRecording(page, 'en');
  const again = page.getByRole('button', { name: demo.recorder.playback.again });
  const process = page.getByRole('button', { name: demo.recorder.playback.process });
  await again.click();
  await page.getByRole('button', { name: demo.recorder.countdown.cancel }).click();
  await expect(process).toBeVisible();
  // No second passes: the next one is too short.
  await page.clock.setFixedTime(new Date());
  await again.click();
  await skipCountdown(page, 'en');
  await page.evaluate(() => window.scrollTo(0, 40));
  await page.getByRole('button', { name: demo.recorder.recording.stop }).click();
  await expect(page.getByRole('alert')).toHaveText('Recording too short! Please record at least 2 seconds.');
  await expect(process).toBeVisible();
  // The stage's own entry of the history has gone, and with it whatever the browser does then.
  await page.waitForFunction(() => window.history.state?.mark === undefined);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test('Cancel ends the work and costs nothing', async ({ page }) => {
  await visitSignedIn(page, '/demo?lang=en');
  await page.locator('input[type=file]').setInputFiles(audioFixture('speech-5min.opus'));
  const answers = page.waitForResponse('**/api/transcription/upload');
  await page.getByRole('button', { name: demo.recorder.playback.process }).click();
  await answers;
  const ended = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await page.getByRole('button', { name: demo.processing.cancel }).click();
  expect((await ended).status()).toBe(200);
  await page.goto('/results');
  await expect(page.getByText(texts.en.results.nothing)).toBeVisible();
  await page.goto('/demo');
  await expect(page.getByText('3 free attempts remaining')).toBeVisible();
});

test('a recording outlives a reload, for the same person only, until the server has answered', async ({ page }) => {
  const token = await openSession();
  await visitSignedIn(page, '/demo?lang=en', token);
  await page.getByRole('button', { name: demo.recorder.record.start }).click();
  await skipCountdown(page, 'en');
  await recordFor(page, 3);
  await stopRecording(page, 'en');
  await expect(page.getByRole('button', { name: demo.recorder.playback.process })).toBeVisible();
  await page.reload();
  await expect(page.getByText(demo.recorder.playback.restored)).toBeVisible();
  await page.route('**/api/transcription/upload', (route) => route.fulfill({ status: 502 }));
  await page.getByRole('button', { name: demo.recorder.playback.process }).click();
  await expect(page.getByRole('heading', { name: demo.processing.notYet })).toBeVisible();
  await page.unroute('**/api/transcription/upload');
  await page.reload();
  await expect(page.getByText(demo.recorder.playback.restored)).toBeVisible();
  // However fast the engine is: no answer before the page is left.
  await page.route('**/api/transcription/upload', () => {});
  const sent = page.waitForRequest('**/api/transcription/upload');
  await page.getByRole('button', { name: demo.recorder.playback.process }).click();
  await sent;
  await page.reload();
  await page.unroute('**/api/transcription/upload');
  // What was on its way goes on by itself.
  await openResult(page, 'en');
  await page.goto('/demo');
  await expect(page.getByRole('button', { name: demo.recorder.record.start })).toBeVisible();

  await page.locator('input[type=file]').setInputFiles(audioFixture('speech-2s.webm'));
  await expect(page.getByRole('button', { name: demo.recorder.playback.process })).toBeVisible();
  await page.evaluate(
    ([key, value]) => localStorage.setItem(key ?? '', value ?? ''),
    ['somalispeak_auth_token', await openSession()],
  );
  await page.reload();
  await expect(page.getByRole('button', { name: demo.recorder.record.start })).toBeVisible();
  await expect(page.getByText(demo.recorder.playback.restored)).toBeHidden();
});

test('a recording shorter than 2 seconds is refused', async ({ page }) => {
  await visitSignedIn(page, '/demo?lang=en');
  await expect(page.getByRole('button', { name: demo.recorder.record.start })).toBeVisible();
  // However long the machine takes: no second passes.
  await page.clock.setFixedTime(new Date());
  await page.getByRole('button', { name: demo.recorder.record.start }).click();
  await skipCountdown(page, 'en');
  await page.getByRole('button', { name: demo.recorder.recording.stop }).click();
  await expect(page.getByRole('alert')).toHaveText('Recording too short! Please record at least 2 seconds.');
});

for (const kind of ['drop', 'paste'] as const) {
  test(`a voice note can be given by ${kind}`, async ({ page }) => {
    await visitSignedIn(page, '/demo?lang=en');
    await expect(page.getByRole('button', { name: demo.recorder.record.start })).toBeVisible();
    await page.evaluate((name) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['OggS and more'], 'PTT-20261120-WA0004.opus', { type: '' }));
      const event =
        name === 'drop'
          ? new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true })
          : new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true });
      document.body.dispatchEvent(event);
    }, kind);
    await expect(page.getByText('PTT-20261120-WA0004.opus')).toBeVisible();
    await expect(page.getByRole('button', { name: demo.recorder.playback.process })).toBeVisible();
  });
}
