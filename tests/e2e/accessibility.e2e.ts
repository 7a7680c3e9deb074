import { languages } from '#shared/languages.ts';
import { audioFixture } from '../support/audio-fixtures.ts';
import {
  expect,
  expectNoViolations,
  newAddress,
  openResult,
  openSession,
  publicTitles,
  recordFor,
  skipCountdown,
  spendAttempts,
  test,
  texts,
  visitSignedIn,
} from './journey.ts';

const titleOf = (title: string) => new RegExp(`^${title}`);

for (const language of languages) {
  const { auth, common, demo, notFound, verify } = texts[language];

  for (const [path, title] of [
    ...publicTitles(language),
    ['/bogan-ma-jiro', notFound.page.title],
    ['/verify', verify.errorHeading],
    ['/verify/khalad?email=a%40b.so', verify.errorHeading],
    ['/demo', demo.wall.title],
  ] as const) {
    test(`axe finds nothing on ${path}, which has its own title (${language})`, async ({ page }) => {
      await page.goto(`${path}${path.includes('?') ? '&' : '?'}lang=${language}`);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
      if (path === '/' || path === '/demo') await expect(page.getByRole('dialog')).toBeVisible();
      if (path.startsWith('/verify/')) await expect(page.getByText(verify.issuesHeading)).toBeVisible();
      await expect(page).toHaveTitle(titleOf(title));
      await expectNoViolations(page);
    });
  }

  test(`axe finds nothing on what opens over a page (${language})`, async ({ page }) => {
    const dialog = page.getByRole('dialog');
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const look = () => expectNoViolations(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`/use-cases?lang=${language}`);
    await button(common.nav.signIn).click();
    await expect(dialog).toBeVisible();
    await look();
    await button(common.actions.close).click();
    await page.goto('/demo');
    await button(auth.form.submit).click();
    await expect(dialog.getByLabel(auth.form.fullName)).toBeFocused();
    await expect(page).toHaveTitle(titleOf(demo.wall.title));
    await look();
    await dialog.getByLabel(auth.form.fullName).fill('Hodan Cali');
    await dialog.getByLabel(auth.form.email, { exact: true }).fill(newAddress());
    for (const box of await dialog.getByRole('checkbox').all()) await box.check();
    await button(auth.form.submit).click();
    await expect(page.getByRole('dialog', { name: auth.confirmation.title })).toBeVisible();
    await look();
    await page.getByRole('link', { name: auth.confirmation.developmentLink }).click();
    await page.waitForURL('**/demo');
    await button(demo.recorder.record.start).click();
    await expect(page.getByRole('dialog', { name: demo.recorder.countdown.title })).toBeVisible();
    await look();
    await skipCountdown(page, language);
    await recordFor(page, 1);
    await look();
    await page.goBack();
    await expect(dialog).toBeVisible();
    await look();
    await button(demo.leave.stay).click();
    await button(demo.recorder.recording.cancel).click();
    await page.goto('/account');
    await expect(page.getByText('Hodan Cali').last()).toBeVisible();
    await look();
  });

  test(`axe finds nothing from welcome to results and exhausted (${language})`, async ({ page }) => {
    const token = await openSession();
    await spendAttempts(token, 2);
    await visitSignedIn(page, `/demo?lang=${language}`, token);
    await expect(page.getByText(demo.attempts.last)).toBeVisible();
    await expect(page).toHaveTitle(titleOf(demo.titles.recorder));
    await expectNoViolations(page);
    await page.locator('input[type=file]').setInputFiles(audioFixture('speech-8s.webm'));
    await expect(page.getByRole('button', { name: demo.recorder.playback.process })).toBeVisible();
    await expectNoViolations(page);
    await page.getByRole('button', { name: demo.recorder.playback.process }).click();
    await expect(page.getByRole('heading', { name: demo.processing.heading })).toBeVisible();
    await expect(page).toHaveTitle(titleOf(demo.titles.processing));
    await expectNoViolations(page);
    await openResult(page, language);
    // Room for all of it: what the bar at the bottom covers by chance of scrolling is no finding.
    await page.setViewportSize({ width: 390, height: 3_000 });
    await expect(page.getByRole('region', { name: demo.results.enhanced.title })).toBeVisible();
    await expect(page).toHaveTitle(titleOf(demo.titles.result));
    await expectNoViolations(page);
    await page.goto('/demo');
    await expect(page.getByRole('heading', { name: demo.attempts.exhausted.heading })).toBeVisible();
    await expect(page).toHaveTitle(titleOf(demo.attempts.exhausted.heading));
    await expectNoViolations(page);
  });
}
