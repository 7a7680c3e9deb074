import { languages } from '#shared/languages.ts';
import { expect, test, texts, transcribe, visitSignedIn } from './journey.ts';

for (const language of languages) {
  const { results } = texts[language].demo;

  test(`a printed result is its texts, both languages, without the furniture (${language})`, async ({ page }) => {
    await visitSignedIn(page, `/demo?lang=${language}`);
    await transcribe(page, language);
    await page.emulateMedia({ media: 'print' });
    for (const { title } of [results.enhanced, results.translation])
      await expect(page.getByRole('region', { name: title })).toBeVisible();
    for (const role of ['banner', 'contentinfo'] as const) await expect(page.getByRole(role)).toBeHidden();
    for (const name of [results.edit, results.remove.button, results.download.title])
      await expect(page.getByRole('button', { name, exact: true }).first()).toBeHidden();
    const pdf = await page.pdf({ format: 'A4' });
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  });
}
