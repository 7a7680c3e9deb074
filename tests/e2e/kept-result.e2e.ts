import { languages } from '#shared/languages.ts';
import { completePauseMilliseconds } from '#shared/limits.ts';
import { expect, openMenu, test, texts, transcribe, visitSignedIn } from './journey.ts';

for (const language of languages) {
  const { common, demo } = texts[language];
  const { results } = demo;

  test(`a kept result opens without a line, for who is signed in here (${language})`, async ({ page, context }) => {
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    await visitSignedIn(page, `/demo?lang=${language}`);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await transcribe(page, language);
    const somali = page.getByRole('region', { name: results.enhanced.title });
    // Once more with the worker in charge, which keeps what the page is made of.
    await page.reload();
    await expect(somali).toContainText(/waxaan u duulayaa/i);
    expect(said).toEqual([]);
    await context.setOffline(true);
    await page.reload();
    await expect(somali).toContainText(/waxaan u duulayaa/i);
    await expect(page.getByText(common.nav.session.network)).toBeVisible();
    await openMenu(page);
    await expect(page.getByRole('link', { name: 'Hodan Cali' })).toBeVisible();
  });

  test(`a first result is listed and read without a line, though the page was never opened again (${language})`, async ({
    page,
    context,
  }) => {
    await visitSignedIn(page, `/demo?lang=${language}`);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await transcribe(page, language, 'speech-2s.webm');
    const shown = page.getByRole('region', { name: results.enhanced.title });
    const address = page.url();
    // The worker fetches what the pages are made of behind the page's back.
    await expect.poll(() => page.evaluate(async () => (await caches.match('/demo')) !== undefined)).toBe(true);
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await page.goto('/results');
    await expect(page.getByRole('main').locator('a[href*="/demo/r/"]').first()).toBeVisible();
    await page.goto(address);
    await expect(shown).toBeVisible();
  });

  test(`signing out asks about what is not saved (${language})`, async ({ page }) => {
    await visitSignedIn(page, `/demo?lang=${language}`);
    await transcribe(page, language, 'speech-2s.webm');
    const edit = results.editLabel.replace('{title}', results.enhanced.title);
    await page.getByRole('button', { name: edit }).click();
    await page.getByRole('textbox', { name: edit }).fill('Erayo cusub.');
    const signOut = page.getByRole('button', { name: common.nav.signOut });
    await openMenu(page);
    await signOut.click();
    const question = page.getByRole('dialog', { name: demo.leave.title });
    await question.getByRole('button', { name: demo.leave.stay }).click();
    await expect(page.getByRole('textbox', { name: edit })).toHaveValue('Erayo cusub.');
    await signOut.click();
    await question.getByRole('button', { name: demo.leave.go }).click();
    await expect(page).toHaveURL(/\/$/);
    await openMenu(page);
    await expect(page.getByRole('button', { name: common.nav.signIn, exact: true })).toBeVisible();
  });

  test(`who once asked for the result goes straight through from then on (${language})`, async ({ page }) => {
    await visitSignedIn(page, `/demo?lang=${language}`);
    await page.evaluate(() => localStorage.setItem('somalispeak_open_at_once', 'yes'));
    await page.getByRole('button', { name: common.sampleNames.greeting }).click();
    const answered = page.waitForEvent('requestfinished', (request) => request.url().endsWith('/upload'));
    await page.getByRole('button', { name: demo.recorder.playback.process }).click();
    await answered;
    const answeredAt = Date.now();
    await expect(page.getByRole('region', { name: results.enhanced.title })).toBeVisible();
    // The specified journey shows its last step alone for so long.
    expect(Date.now() - answeredAt).toBeLessThan(completePauseMilliseconds);
  });
}
