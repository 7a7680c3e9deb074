// npm run qualify -- contact-sheet BEFORE AFTER: the first view of each screen on a small phone, before and after, out of
// two folders that `npm run qualify -- screenshots 360-en-light` filled, as docs/design/before-after.jpg.
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { prepareBrowser } from '#tests/e2e/browser.ts';

const [before, after = 'screenshots'] = process.argv.slice(2);
if (before === undefined) throw new RangeError('npm run qualify -- contact-sheet BEFORE [AFTER]');
const sheet = path.resolve(import.meta.dirname, '../../docs/design/before-after.jpg');
const mostBytes = 400_000;

const look = '-360-en-light.png';
const screens = new Set([before, after].flatMap((cwd) => globSync(`*${look}`, { cwd })).sort());

const readShot = (folder: string, name: string) => {
  const file = path.join(folder, name);
  return existsSync(file) ? `data:image/png;base64,${readFileSync(file).toString('base64')}` : undefined;
};
const draw = (source: string | undefined) => (source === undefined ? '<i>–</i>' : `<img src="${source}" />`);

const cells = [...screens].map(
  (name) =>
    `<figure><figcaption>${name.slice(0, -look.length)}</figcaption>${draw(readShot(before, name))}${draw(readShot(after, name))}</figure>`,
);
const style = `
  body { display: grid; grid-template-columns: repeat(5, 324px); gap: 14px; width: max-content; margin: 0; padding: 14px;
    background: #ddd; font: 14px sans-serif; }
  figure { display: grid; grid-template-columns: 160px 160px; gap: 4px; margin: 0; }
  figcaption { grid-column: span 2; font-weight: bold; }
  img, i { width: 160px; height: 284px; object-fit: cover; object-position: top; }
  i { display: grid; place-items: center; background: #eee; }`;

const browser = await chromium.launch(await prepareBrowser());
try {
  const page = await browser.newPage();
  await page.setContent(`<style>${style}</style><body>${cells.join('')}</body>`);
  await page.locator('body').screenshot({ path: sheet, type: 'jpeg', quality: 55 });
} finally {
  await browser.close();
}
const { size } = statSync(sheet);
console.log(`${sheet}: ${Math.round(size / 1_000)} kB`);
if (size > mostBytes) process.exitCode = 1;
