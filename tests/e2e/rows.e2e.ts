import { expect, type Page } from '@playwright/test';
import { fillPlaces } from '#shared/errors/fill-places.ts';
import { type Language, languages } from '#shared/languages.ts';
import { makeLongResult } from '../support/long-result.ts';
import type { TestApp } from '../support/test-app.ts';
import { expectNoViolations, texts, visitSignedIn } from './journey.ts';
import { test } from './own-server.ts';
import { openScripted, readDownload, sizes } from './scripted-result.ts';

/** Four minutes of speech, as its own account opens it. */
const openLong = (page: Page, app: TestApp, language: Language) =>
  openScripted(page, { app, language, result: makeLongResult(120) });

for (const language of languages) {
  const { results } = texts[language].demo;
  const { rows: words, translation } = results;
  const row = (page: Page, at: number) => page.locator(`[data-row="${at}"]`);
  const somali = (page: Page, at: number) => row(page, at).locator('div[lang=so]');
  const open = (page: Page, at: number) => row(page, at).locator('[data-act=edit]').click();

  async function correct(page: Page, at: number, change: (text: string) => string): Promise<void> {
    await open(page, at);
    const field = row(page, at).locator('textarea[lang=so]');
    await field.fill(change(await field.inputValue()));
    await field.press('Enter');
    await expect(field).toBeHidden();
  }
  const name = (page: Page) => correct(page, 0, (text) => text.replace('barakeetamol', 'barasitamool'));

  const download = (page: Page, kind: string) => readDownload(page, language, kind);

  for (const { name: screen, ...viewport } of sizes)
    test.describe(`four minutes on a ${screen} (${language})`, () => {
      test.use({ viewport });

      test('three rows, a word everywhere, new English: all that leaves is the new pair', async ({ page, app }) => {
        await openLong(page, app, language);
        await expect(somali(page, 0)).toBeInViewport();
        await expectNoViolations(page);
        await name(page);
        await expect(row(page, 0).getByText(words.outdated)).toBeVisible();
        await correct(page, 1, (text) => text.replace('hal ama laba', 'hal'));
        await correct(page, 2, (text) => text.replace('badan', 'faraha badan'));
        await correct(page, 3, (text) => text.replace('Barakeetamol', 'Barasitamool'));
        const all = row(page, 3).getByRole('button', { name: fillPlaces(words.replaceAll, { n: 7 }) });
        await all.click();
        const dialog = page.getByRole('dialog');
        await expect(dialog.getByRole('checkbox')).toHaveCount(7);
        await dialog.getByRole('checkbox').last().uncheck();
        await expectNoViolations(page, 'dialog');
        await dialog.getByRole('button', { name: fillPlaces(words.replace.other, { n: 6 }) }).click();
        await expect(somali(page, 9)).toHaveText('Barasitamool waa daawo la yaqaan.');

        await page.getByRole('button', { name: translation.again }).first().click();
        await expect(page.getByText(translation.notice)).toHaveCount(0);
        const pair = ['Barasitamool waa daawo la yaqaan.', 'English of: Barasitamool waa daawo la yaqaan.'];
        await expect(row(page, 9)).toContainText(pair[1] ?? '');
        expect(await download(page, 'srt-so')).toContain(pair[0]);
        expect(await download(page, 'srt-en')).toContain('English of: Barasitamool');
        for (const kind of ['docx', 'txt', 'json']) {
          const content = await download(page, kind);
          for (const text of pair) expect(content, kind).toContain(text);
        }
        await page.reload();
        await expect(row(page, 9)).toContainText(pair[1] ?? '');
      });

      test('given up, undone, heard by key, and never more than twenty stops', async ({ page, app }) => {
        await openLong(page, app, language);
        await open(page, 2);
        const field = row(page, 2).locator('textarea[lang=so]');
        await field.press('Tab');
        expect(await field.evaluate((each: HTMLTextAreaElement) => each.selectionEnd - each.selectionStart)).toBe(8);
        await row(page, 2).getByRole('button', { name: 'taxadar' }).click();
        await field.press('Escape');
        await expect(somali(page, 2)).toContainText('taxaddar');
        await open(page, 2);
        await expect(field).toHaveValue('Ka taxadar khamriga badan.');
        await field.press('Enter');
        await expect(somali(page, 2)).toContainText('taxadar');
        await row(page, 2).getByRole('button', { name: words.undo }).click();
        await expect(somali(page, 2)).toContainText('taxaddar');
        const stops = await page.evaluate(
          () =>
            [
              ...document.querySelectorAll<HTMLElement>('main :is(a, button, summary, input, select, [tabindex="0"])'),
            ].filter((each) => each.tabIndex >= 0 && each.checkVisibility()).length,
        );
        expect(stops).toBeLessThanOrEqual(20);
      });
    });

  test(`a second device and a lost line lose nothing (${language})`, async ({ page, browser, context, app }) => {
    const { token, address } = await openLong(page, app, language);
    const elsewhere = await browser.newContext();
    const second = await elsewhere.newPage();
    await visitSignedIn(second, address, token);
    await somali(second, 0).waitFor();
    await name(page);
    await correct(second, 1, (text) => text.replace('maalintii', 'habeenkii'));
    const question = second.getByRole('dialog', { name: results.conflict.title });
    await expect(question).toContainText('barasitamool');
    await expect(question).toContainText('habeenkii');
    const mine = question.getByRole('region', { name: results.conflict.mine });
    await mine.getByRole('button').click();
    await expect(somali(second, 1)).toContainText('habeenkii');
    await elsewhere.close();

    await page.reload();
    await expect(somali(page, 1)).toContainText('habeenkii');
    await context.setOffline(true);
    await correct(page, 3, (text) => `${text} Haa.`);
    await expect(page.getByText(results.unsaved)).toBeVisible();
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
    await context.setOffline(false);
    expect((await saved).status()).toBe(200);
    await expect(page.getByText(results.unsaved)).toBeHidden();
  });
}
