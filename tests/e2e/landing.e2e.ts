import { languages } from '#shared/languages.ts';
import { shippedAnswers } from '#shared/samples.ts';
import { expect, expectNoViolations, test, texts, visitSignedIn } from './journey.ts';

for (const language of languages) {
  const { landing, common } = texts[language];
  const { sample } = landing.preview;

  test(`"Try" leads to a recording of ours that plays, with its texts, without an account (${language})`, async ({
    page,
  }) => {
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
    await page.addInitScript((key) => localStorage.setItem(key, '1'), 'somalispeak_visited');
    await page.goto(`/?lang=${language}`);
    await page.getByRole('link', { name: landing.hero.tryFree }).click();
    const { clinic } = common.sampleNames;
    const card = page.getByRole('figure', { name: sample.label });
    await expect(card).toBeInViewport();
    await card.getByRole('button', { name: clinic, exact: true }).click();
    for (const { somali, english } of shippedAnswers.clinic.sentences) {
      await expect(card).toContainText(somali);
      await expect(card).toContainText(english);
    }
    expect(fetched.filter((path) => path.endsWith('.m4a'))).toEqual([]);
    await card.getByRole('button', { name: `${sample.play}: ${clinic}` }).click();
    await expect(card.locator('[data-said]')).toBeVisible();
    await expectNoViolations(page, '#demo');
    await card.getByRole('button', { name: `${sample.pause}: ${clinic}` }).click();
    await expect(card.locator('[data-said]')).toBeHidden();
    await page.getByRole('link', { name: landing.preview.start }).click();
    await expect(page).toHaveURL(/\/demo$/);
  });
}

test('is taken over as it was sent, whose reader it is and what language they read come after', async ({ page }) => {
  const slowDown = await page.context().newCDPSession(page);
  await slowDown.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.addInitScript(() => localStorage.setItem('somalispeak_language', 'so'));
  for (const path of ['/', '/privacy', '/', '/privacy', '/', '/privacy']) {
    // Without its cookie the server takes the browser's language.
    await page.context().clearCookies();
    await visitSignedIn(page, path);
    await expect(page.getByRole('navigation').first().getByText('Hodan Cali')).toBeAttached();
    await expect(page.locator('html')).toHaveAttribute('lang', 'so');
  }
});
