import { fillPlaces } from '#shared/errors/fill-places.ts';
import { languages } from '#shared/languages.ts';
import {
  expect,
  newAddress,
  openMenu,
  openResult,
  openSession,
  recordFor,
  requestLinkIn,
  skipCountdown,
  test,
  texts,
  transcribe,
  visitSignedIn,
} from './journey.ts';

// A second link within a minute is not sent: the sessions of the last journeys are opened first.
const early = languages.map((language) => ({ language, email: newAddress(), session: '' }));
test.beforeAll(async () => {
  for (const visitor of early) visitor.session = await openSession(visitor.email);
});

for (const language of languages) {
  const { common, demo, verify } = texts[language];
  const { results } = demo;
  test(`somebody else's result is not shown (${language})`, async ({ page }) => {
    await visitSignedIn(page, `/demo?lang=${language}`);
    await transcribe(page, language, 'speech-2s.webm');
    const address = page.url();
    await page.goto(await requestLinkIn(page, newAddress()));
    await page.getByRole('button', { name: verify.question.confirm }).click();
    await page.waitForURL('**/demo');
    await page.goto(address);
    await expect(page.getByRole('heading', { name: results.absent.missing })).toBeVisible();
  });

  test(`a failing server takes neither the result nor the session away (${language})`, async ({ page }) => {
    await visitSignedIn(page, `/demo?lang=${language}`);
    await page.locator('input[type=file]').waitFor({ state: 'attached' });
    await page.route('**/api/auth/session', (route) => route.fulfill({ status: 503, body: '{}' }));
    await transcribe(page, language, 'speech-2s.webm');
    await expect(page.getByText(common.nav.session.server)).toBeVisible();
    await expect(page.getByRole('region', { name: results.enhanced.title })).toBeVisible();
    await page.unroute('**/api/auth/session');
    await expect(page.getByText(common.nav.session.server)).toBeHidden();
    await expect(page.getByRole('region', { name: results.enhanced.title })).toBeVisible();
  });

  test(`leaving a running recording asks first, by Back and by a link (${language})`, async ({ page }) => {
    await page.goto(`/privacy?lang=${language}`);
    await visitSignedIn(page, `/demo?lang=${language}`);
    await page.getByRole('button', { name: demo.recorder.record.start }).click();
    await skipCountdown(page, language);
    await recordFor(page, 2);
    await page.goBack();
    const question = page.getByRole('dialog', { name: demo.leave.title });
    await question.getByRole('button', { name: demo.leave.stay }).click();
    await expect(page.getByRole('button', { name: demo.recorder.recording.stop })).toBeVisible();
    await page.getByRole('contentinfo').getByRole('link', { name: common.footer.terms }).click();
    await question.getByRole('button', { name: demo.leave.stay }).click();
    await page.goBack();
    await question.getByRole('button', { name: demo.leave.go }).click();
    await expect(page).toHaveURL(/\/privacy/);
  });
}

for (const language of languages) {
  const { demo, common } = texts[language];
  test(`a sample of ours costs no attempt (${language})`, async ({ page }) => {
    await visitSignedIn(page, `/demo?lang=${language}`);
    await page.getByRole('button', { name: common.sampleNames.greeting }).click();
    await expect(page.getByText(demo.recorder.playback.free)).toBeVisible();
    await page.getByRole('button', { name: demo.recorder.playback.process }).click();
    await openResult(page, language);
    await expect(page.getByRole('region', { name: demo.results.enhanced.title })).toBeVisible();
    await page.goto('/demo');
    await expect(page.getByText(fillPlaces(demo.attempts.remaining.other, { n: 3 }))).toBeVisible();
  });
}

for (const visitor of early) {
  const { language } = visitor;
  const { common, demo, results: list } = texts[language];
  const { results } = demo;
  const englishText = 'My own words.';

  test(`a result survives reload, Back, a new tab, sign-out and sign-in (${language})`, async ({ page, context }) => {
    const { email, session } = visitor;
    await visitSignedIn(page, `/demo?lang=${language}`, session);
    await transcribe(page, language);
    const address = page.url();
    expect(new URL(address).pathname).toMatch(/^\/demo\/r\/[\w-]+$/);
    const somali = page.getByRole('region', { name: results.enhanced.title });
    const english = page.getByRole('button', { name: results.reading.english, exact: true });
    const edit = results.editLabel.replace('{title}', results.translation.title);
    await english.click();
    await page.getByRole('button', { name: edit }).click();
    await page.getByRole('textbox', { name: edit }).fill(englishText);
    await page.getByRole('button', { name: results.save }).click();
    // At once: what was saved is kept before the page can go.
    await page.reload();
    await expect(somali).toContainText(/waxaan u duulayaa/i);
    await english.click();
    await expect(page.getByText(englishText)).toBeVisible();

    await page.goBack();
    const kept = page.getByRole('region', { name: list.heading });
    await expect(kept.getByRole('listitem').getByRole('link')).toHaveAttribute('href', new URL(address).pathname);
    await page.goForward();
    await expect(somali).toContainText(/waxaan u duulayaa/i);

    const tab = await context.newPage();
    await tab.goto(address);
    await expect(tab.getByRole('region', { name: results.enhanced.title })).toContainText(/waxaan u duulayaa/i);
    await tab.close();

    await openMenu(page);
    await page.getByRole('button', { name: common.nav.signOut }).click();
    await expect(page).toHaveURL(/\/$/);
    await page.goto(address);
    await expect(page.getByRole('dialog', { name: demo.wall.title })).toBeVisible();
    const again: { link?: string } = {};
    await expect.poll(async () => (again.link = await requestLinkIn(page, email)), { timeout: 120_000 }).toBeTruthy();
    await page.goto(again.link ?? '');
    await page.waitForURL('**/demo');
    await page.goto(address);
    await expect(somali).toContainText(/waxaan u duulayaa/i);
  });
}
