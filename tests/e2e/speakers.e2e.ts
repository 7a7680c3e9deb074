import { expect, type Page } from '@playwright/test';
import { fillPlaces } from '#shared/errors/fill-places.ts';
import { type Language, languages } from '#shared/languages.ts';
import { nameSpeakers } from '#shared/speakers.ts';
import { makeLongResult } from '../support/long-result.ts';
import type { TestApp } from '../support/test-app.ts';
import { expectNoViolations, texts, visitSignedIn } from './journey.ts';
import { test } from './own-server.ts';
import { openScripted, readDownload, sizes } from './scripted-result.ts';

/** Two who take turns of two sentences, and how it would be with three: every sixth sentence is another's. */
function makeDialogue() {
  const { words, segments, ...rest } = makeLongResult(40);
  const sentenceOf = (at: { startSeconds: number }) =>
    segments.findLastIndex(({ startSeconds }) => startSeconds <= at.startSeconds);
  const speakerOf = (at: { startSeconds: number }) => 1 + (Math.floor(sentenceOf(at) / 2) % 2);
  const told = words.map((word) => ({ ...word, speaker: speakerOf(word) }));
  const spelt = told.map(({ speaker }) => speaker).join('');
  const withThree = told.map((word) => (sentenceOf(word) % 6 === 5 ? 3 : word.speaker)).join('');
  return {
    ...rest,
    words: told,
    segments: segments.map((segment) => ({ ...segment, speaker: speakerOf(segment) })),
    speakersIfCounted: [spelt, withThree],
  };
}

const openDialogue = (page: Page, app: TestApp, language: Language) =>
  openScripted(page, { app, language, result: makeDialogue() });

for (const language of languages) {
  const { results } = texts[language].demo;
  const { speakers: words, rows } = results;
  const voice = nameSpeakers(language);
  const row = (page: Page, at: number) => page.locator(`[data-row="${at}"]`);
  const label = (page: Page, at: number) => row(page, at).locator('[data-act=speaker]');
  const fold = (page: Page, count: number) => page.getByText(fillPlaces(words.title, { n: count }), { exact: true });

  async function change(page: Page, at: number, fill: (dialog: ReturnType<Page['getByRole']>) => Promise<unknown>) {
    await label(page, at).click();
    const dialog = page.getByRole('dialog');
    await fill(dialog);
    await dialog.getByRole('button', { name: results.save }).click();
    await expect(dialog.getByRole('button', { name: results.save })).toBeHidden();
  }
  const rename = (page: Page, at: number, name: string) =>
    change(page, at, (dialog) => dialog.getByLabel(words.name).fill(name));

  const download = (page: Page, kind: string) => readDownload(page, language, kind);

  for (const { name: screen, ...viewport } of sizes)
    test.describe(`who spoke, on a ${screen} (${language})`, () => {
      test.use({ viewport });

      test('named everywhere, joined, given away, counted, undone; all that leaves says it', async ({ page, app }) => {
        await openDialogue(page, app, language);
        await expect(label(page, 0)).toHaveText(voice(1));
        await expect(label(page, 1)).toHaveCount(0);
        await expect(label(page, 2)).toHaveText(voice(2));
        await label(page, 0).click();
        await expectNoViolations(page, 'dialog');
        await page.keyboard.press('Escape');

        await rename(page, 2, ' Caasha ');
        await expect(label(page, 6)).toHaveText('Caasha');
        await change(page, 4, (dialog) => dialog.getByLabel(words.row).selectOption(words.another));
        await expect(label(page, 4)).toHaveText(voice(3));
        await expect(label(page, 5)).toHaveText(voice(1));
        const expected: Record<string, string[]> = {
          txt: ['Caasha: Ka taxaddar', 'Codka 3: Dhakhtarka', 'Voice 3:'],
          docx: ['Caasha: Ka taxaddar', 'Codka 3: Dhakhtarka'],
          'srt-so': ['\r\nCaasha: Ka taxaddar', '\r\nCodka 3: Dhakhtarka'],
          'srt-en': ['\r\nVoice 1: If you are in pain', '\r\nCaasha: '],
          'vtt-so': ['\n<v Caasha>Ka taxaddar', '\n<v Codka 3>Dhakhtarka'],
          'vtt-en': ['\n<v Voice 1>If you are in pain', '\n<v Caasha>'],
          json: ['"Caasha"', '"speaker": 3'],
        };
        for (const [kind, lines] of Object.entries(expected)) {
          const content = await download(page, kind);
          for (const line of lines) expect(content, kind).toContain(line);
        }
        await row(page, 4).getByRole('button', { name: rows.undo }).click();
        await expect(label(page, 4)).toHaveText(voice(1));

        await change(page, 2, (dialog) => dialog.getByLabel(words.same).selectOption(voice(1)));
        await expect(page.locator('[data-act=speaker]')).toHaveCount(0);
        await row(page, 2).getByRole('button', { name: rows.undo }).click();
        await fold(page, 2).click();
        await expect(page.getByText(words.trial)).toBeVisible();
        await page.getByLabel(words.count).selectOption('3');
        await expect(label(page, 5)).toHaveText(voice(3));
        await expectNoViolations(page);
        await page.getByLabel(words.count).selectOption(words.off);
        await expect(page.locator('[data-act=speaker]')).toHaveCount(0);
        expect(await download(page, 'txt')).not.toMatch(/Codka|Voice|Caasha/);
        await page.getByLabel(words.count).selectOption(words.told);
        await expect(label(page, 2)).toHaveText('Caasha');
        await page.reload();
        await expect(label(page, 6)).toHaveText('Caasha');
      });
    });

  test(`names from two devices: one is asked, and nothing is lost (${language})`, async ({ page, browser, app }) => {
    const { token, address } = await openDialogue(page, app, language);
    const elsewhere = await browser.newContext();
    const second = await elsewhere.newPage();
    await visitSignedIn(second, address, token);
    await label(second, 2).waitFor();
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
    await rename(page, 0, 'Cali');
    expect((await saved).status()).toBe(200);
    await rename(second, 2, 'Caasha');
    const question = second.getByRole('dialog', { name: results.conflict.title });
    await expect(question).toContainText('Cali');
    await expect(question).toContainText('Caasha');
    await question.getByRole('region', { name: results.conflict.mine }).getByRole('button').click();
    await expect(label(second, 2)).toHaveText('Caasha');
    await elsewhere.close();
    await page.reload();
    await expect(label(page, 2)).toHaveText('Caasha');
  });
}
