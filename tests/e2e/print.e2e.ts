import { languages } from '#shared/languages.ts';
import { expect, openResultMenu, test, texts, transcribe, visitSignedIn } from './journey.ts';

for (const language of languages) {
  const { results } = texts[language].demo;

  test(`a printed result is its texts, both languages, without the furniture (${language})`, async ({ page }) => {
    const from = new Date();
    await visitSignedIn(page, `/demo?lang=${language}`);
    await transcribe(page, language);
    await openResultMenu(page, language);
    await page.getByRole('button', { name: results.name.button }).click();
    await page.getByRole('dialog').getByLabel(results.name.label).fill('Ubax iyo Jabbaan');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Ubax iyo Jabbaan' })).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    for (const { title } of [results.original, results.enhanced, results.translation])
      await expect(page.getByRole('region', { name: title })).toBeVisible();
    for (const role of ['banner', 'contentinfo'] as const) await expect(page.getByRole(role)).toBeHidden();
    for (const name of [results.edit, results.remove.button, results.download.title])
      await expect(page.getByRole('button', { name, exact: true }).first()).toBeHidden();
    // The day on which it was made, which is another one after midnight.
    const days = [from, new Date()].map((date) =>
      new Intl.DateTimeFormat('en-GB', { dateStyle: 'short' }).format(date),
    );
    await expect(page.getByText(new RegExp(`Ubax iyo Jabbaan · (${days.join('|')})`))).toBeVisible();
  });
}
