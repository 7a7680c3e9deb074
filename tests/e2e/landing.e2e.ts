import { readFile } from 'node:fs/promises';
import { languages } from '#shared/languages.ts';
import { shippedAnswers } from '#shared/samples.ts';
import { expect, expectNoViolations, test, texts } from './journey.ts';

for (const language of languages) {
  const { landing, common } = texts[language];
  const { miniature, steps } = landing.preview;

  test(`the demo in small works from welcome to download, without an account (${language})`, async ({ page }) => {
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(request.url()));
    await page.addInitScript((key) => localStorage.setItem(key, '1'), 'somalispeak_visited');
    await page.goto(`/?lang=${language}`);
    expect(fetched.filter((address) => address.includes('miniature'))).toEqual([]);
    await page.getByRole('link', { name: landing.hero.tryFree }).click();
    const stage = page.getByRole('group', { name: `${miniature.label}: ` });
    await stage.getByRole('button', { name: common.sampleNames.clinic }).click();
    await expect(stage).toHaveAccessibleName(`${miniature.label}: ${steps[1]}`);
    await stage.getByRole('button', { name: miniature.process }).click();
    const [sentence] = shippedAnswers.clinic.sentences;
    const pair = stage.getByRole('button', { name: `${sentence?.somali} ${sentence?.english}` });
    await expect(pair).toBeVisible();
    await expectNoViolations(page, '#demo');
    const downloading = page.waitForEvent('download');
    await stage.getByRole('button', { name: miniature.download }).click();
    expect(await readFile(await (await downloading).path(), 'utf8')).toContain(sentence?.english);
    await stage.getByRole('button', { name: miniature.again }).click();
    await expect(stage.getByRole('button', { name: common.sampleNames.market })).toBeVisible();
  });
}
