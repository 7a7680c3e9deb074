import { formatSentence } from '#platform/format-sentence.ts';
import { languages } from '#shared/languages.ts';
import { tokenStorageKey } from '#shared/limits.ts';
import { audioFixture } from '../support/audio-fixtures.ts';
import { baseUrl } from './addresses.ts';
import { expect, newAddress, openMenu, requestLinkIn, test, texts, visitSignedIn } from './journey.ts';

for (const language of languages) {
  const { auth, common, demo, notFound, verify } = texts[language];

  test(`a link used twice says so, with ways on (${language})`, async ({ page }) => {
    const link = await requestLinkIn(page, newAddress());
    await page.goto(`${link}&lang=${language}`);
    await page.waitForURL('**/demo');
    await page.goto(`${link}&lang=${language}`);
    await page.waitForURL('**/demo');
    await page.evaluate((key) => localStorage.removeItem(key), tokenStorageKey);
    await page.goto(`${link}&lang=${language}`);
    await expect(page.getByRole('heading', { name: verify.errorHeading })).toBeVisible();
    await expect(page.getByText(formatSentence('LINK_USED', language))).toBeVisible();
    for (const name of [verify.resend]) await expect(page.getByRole('button', { name })).toBeVisible();
    for (const name of [verify.home, verify.signUpAgain]) await expect(page.getByRole('link', { name })).toBeVisible();
  });

  test(`/verify without a token shows its own error, not the 404 (${language})`, async ({ page }) => {
    await page.goto(`/verify?lang=${language}`);
    await expect(page.getByText(formatSentence('VERIFICATION_TOKEN_MISSING', language))).toBeVisible();
  });

  test(`Sign out in one tab ends the session in the other (S33, ${language})`, async ({ page, context }) => {
    await visitSignedIn(page, `/demo?lang=${language}`);
    await expect(page.getByRole('button', { name: demo.recorder.record.start })).toBeVisible();
    const other = await context.newPage();
    await other.goto(`/?lang=${language}`);
    await openMenu(other);
    await other.getByRole('button', { name: common.nav.signOut }).click();
    await expect(page.getByRole('dialog', { name: demo.wall.title })).toBeVisible();
  });

  for (const told of ['by the list', 'by what is sent'])
    test(`a session ended on the server leads to sign-in, told ${told}, without the token (${language})`, async ({
      page,
    }) => {
      const end = Promise.withResolvers<void>();
      const list = '**/api/transcriptions*';
      const isListed = page.waitForResponse(list);
      await page.route(list, async (route) => {
        if (told === 'by the list') await end.promise;
        await route.continue();
      });
      const token = await visitSignedIn(page, `/demo?lang=${language}`);
      if (told === 'by what is sent') await isListed;
      await page.locator('input[type=file]').setInputFiles(audioFixture('speech-8s.webm'));
      await expect(page.getByRole('button', { name: demo.recorder.playback.process })).toBeVisible();
      await fetch(`${baseUrl}/api/auth/logout`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
      end.resolve();
      if (told === 'by what is sent') await page.getByRole('button', { name: demo.recorder.playback.process }).click();
      const wall = page.getByRole('dialog', { name: auth.signIn.title });
      await expect(wall.getByText(formatSentence('SESSION_EXPIRED', language))).toContainText(demo.processing.safe);
      await expect(wall.getByRole('textbox')).toHaveCount(1);
      await expect(page.getByText(demo.processing.notYet)).toBeHidden();
      expect(await page.evaluate((key) => localStorage.getItem(key), tokenStorageKey)).toBeNull();
    });

  test(`the first-visit popup comes after two seconds, and not again once it was declined (${language})`, async ({
    page,
  }) => {
    await page.goto(`/?lang=${language}`);
    const popup = page.getByRole('dialog');
    await expect(popup).toBeVisible();
    // Whole on the commonest small laptop, down to its last line.
    await page.setViewportSize({ width: 1366, height: 768 });
    expect(await popup.evaluate((node) => node.scrollHeight - node.clientHeight)).toBe(0);
    await expect(popup).toContainText('3');
    await popup.getByLabel(auth.popup.hide).check();
    await popup.getByRole('button', { name: common.actions.close }).first().click();
    await expect(popup).toBeHidden();
    await page.clock.install();
    await page.reload();
    await page.clock.runFor(10_000);
    await expect(popup).toBeHidden();
  });

  test(`an unknown page is a 404 that leads home (${language})`, async ({ page }) => {
    const response = await page.goto(`/bogan-ma-jiro?lang=${language}`);
    expect(response?.status()).toBe(404);
    await expect(page.getByText(notFound.message)).toBeVisible();
    await page.getByRole('link', { name: notFound.home }).click();
    await expect(page).toHaveURL(/\/(\?lang=\w\w)?$/);
  });
}
