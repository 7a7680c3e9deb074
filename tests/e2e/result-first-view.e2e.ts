import { languages } from '#shared/languages.ts';
import { expect, test, texts, transcribe, visitSignedIn } from './journey.ts';

const linesWanted = 3;

test('the player stays in reach far down a wide screen', async ({ page }) => {
  const { listen, download } = texts.en.demo.results;
  await page.setViewportSize({ width: 1280, height: 400 });
  await visitSignedIn(page, '/demo?lang=en');
  await transcribe(page, 'en', 'speech-2s.webm');
  const play = page.getByRole('button', { name: listen.play, exact: true });
  await page
    .getByRole('button', { name: download.title, exact: true })
    .locator('visible=true')
    .scrollIntoViewIfNeeded();
  await expect(play).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1280);
  await page.emulateMedia({ media: 'print' });
  await expect(play).toBeHidden();
});

for (const language of languages) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`the first view of a result on a small phone (${language}, ${colorScheme})`, () => {
      test.use({ viewport: { width: 360, height: 640 }, colorScheme });

      test('holds at least three lines of the text', async ({ page }) => {
        const { results } = texts[language].demo;
        await visitSignedIn(page, `/demo?lang=${language}`);
        await transcribe(page, language);
        const text = page.getByRole('region', { name: results.enhanced.title }).locator('p[lang=so]').first();
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
