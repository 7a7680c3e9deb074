import { readFile } from 'node:fs/promises';
import { languages } from '#shared/languages.ts';
import { expect, newAddress, openResult, recordFor, skipCountdown, stopRecording, test, texts } from './journey.ts';

for (const language of languages) {
  const { auth, common, demo } = texts[language];

  test(`sign-up → mail → verify → record → result → download (${language})`, async ({ page }) => {
    await page.goto(`/demo?lang=${language}`);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    const wall = page.getByRole('dialog', { name: demo.wall.title });
    await expect(wall).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(wall).toBeVisible();

    await wall.getByRole('button', { name: auth.form.submit }).click();
    await expect(wall.getByLabel(auth.form.fullName)).toBeFocused();
    await wall.getByLabel(auth.form.fullName).fill('Hodan Cali');
    await wall.getByLabel(auth.form.email, { exact: true }).fill(newAddress());
    for (const box of await wall.getByRole('checkbox').all()) await box.check();
    await wall.getByRole('button', { name: auth.form.submit }).click();
    await expect(page.getByRole('heading', { name: auth.confirmation.title, exact: true })).toBeVisible();
    await page.getByRole('link', { name: auth.confirmation.developmentLink }).click();

    await page.waitForURL('**/demo');
    expect(page.url()).not.toMatch(/verify\/[\w-]{20}/);
    await page.waitForURL('**/demo');

    await page.getByRole('button', { name: demo.recorder.record.start }).click();
    await skipCountdown(page, language);
    await recordFor(page, 9);
    await stopRecording(page, language);
    await page.getByRole('button', { name: demo.recorder.playback.process }).click();

    await openResult(page, language);
    const somali = page.getByRole('region', { name: demo.results.enhanced.title });
    await expect(somali).toContainText(/waxaan/i);
    await expect(page.getByText(common.trial.title)).toBeVisible();

    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: demo.results.download.title, exact: true }).click();
    await page.getByRole('button', { name: `${demo.results.download.contents.text} (TXT)` }).click();
    const download = await downloading;
    expect(await readFile(await download.path(), 'utf8')).toMatch(/waxaan/i);
  });
}
