// npm run qualify -- share-pictures: what a link to us shows in other apps, one picture a language, drawn from our own page.
import path from 'node:path';
import { chromium } from '@playwright/test';
import { shareHeight, sharePicture, shareWidth } from '#scripts/web-pages/head.ts';
import { languages } from '#shared/languages.ts';
import { baseUrl } from '#tests/e2e/addresses.ts';
import { prepareBrowser } from '#tests/e2e/browser.ts';
import { startProduct } from '#tests/e2e/start-product.ts';

const folder = path.resolve(import.meta.dirname, '../../web/public');

/** The page's own brand, heading, cloth and woven wave, laid out anew. */
const layout = `
  body { display: grid; grid-template: auto 1fr auto / 1fr; height: 100vh; padding: 24px 80px 40px; box-sizing: border-box; }
  body > svg { max-block-size: 200px !important; inline-size: auto; justify-self: start; display: block !important; }
  h1 { align-self: center; font-size: 76px !important; }
  a { display: flex !important; block-size: 64px !important; flex: none !important; font-size: 36px; margin-block-start: 32px; }
  a svg { inline-size: 64px !important; block-size: 64px !important; }
  a span { line-height: 64px !important; }
  .top { position: fixed; inset: 0 0 auto; block-size: 24px !important; }`;

const stop = await startProduct();
const browser = await chromium.launch(await prepareBrowser());
try {
  for (const language of languages) {
    const viewport = { width: shareWidth, height: shareHeight };
    const page = await browser.newPage({ baseURL: baseUrl, viewport, bypassCSP: true });
    await page.goto(`/?lang=${language}`);
    await page.evaluate(() => {
      const [cloth, brand] = ['header > div', 'header a'].map((place) => document.querySelector(place));
      const [heading, wave] = ['h1', 'section svg'].map((place) => document.querySelector(place));
      cloth?.classList.add('top');
      document.body.replaceChildren(...[cloth, brand, heading, wave].filter((each) => each instanceof Element));
    });
    await page.addStyleTag({ content: layout });
    await page.screenshot({ path: path.join(folder, sharePicture(language)) });
    await page.close();
  }
} finally {
  await browser.close();
  stop();
}
