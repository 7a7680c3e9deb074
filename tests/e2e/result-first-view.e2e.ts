import { languages } from '#shared/languages.ts';
import { expect, test, texts, transcribe, visitSignedIn } from './journey.ts';

const linesWanted = 3;

for (const language of languages) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`the first view of a result on a small phone (${language}, ${colorScheme})`, () => {
      test.use({ viewport: { width: 360, height: 640 }, colorScheme });

      test('holds at least three lines of the text', async ({ page }) => {
        const { results } = texts[language].demo;
        await visitSignedIn(page, `/demo?lang=${language}`);
        await transcribe(page, language);
        const text = page.getByRole('region', { name: results.enhanced.title }).locator('[lang=so] p').first();
        const share = page.getByRole('button', { name: results.share.button }).locator('visible=true');
        await share.waitFor();
        const lines = await text.evaluate((element) => {
          const lineHeight = Number.parseFloat(getComputedStyle(element).lineHeight);
          return { top: element.getBoundingClientRect().top, lineHeight, scrolled: window.scrollY };
        });
        const bar = await share.boundingBox();
        expect(lines.scrolled).toBe(0);
        expect(Math.floor(((bar?.y ?? 0) - lines.top) / lines.lineHeight)).toBeGreaterThanOrEqual(linesWanted);
      });
    });
  }
}
