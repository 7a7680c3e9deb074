import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { askServer } from '#server/admin/socket.ts';
import { languages } from '#shared/languages.ts';
import accountEn from '#web/locales/en/account.json' with { type: 'json' };
import accountSo from '#web/locales/so/account.json' with { type: 'json' };
import { audioFixture } from '../support/audio-fixtures.ts';
import type { TestApp } from '../support/test-app.ts';
import { makeRecording, signIn, upload } from '../support/test-client.ts';
import { texts, visitSignedIn } from './journey.ts';
import { test } from './own-server.ts';

const ownTexts = {
  en: { feedback: texts.en.results.feedback, account: accountEn },
  so: { feedback: texts.so.results.feedback, account: accountSo },
} as const;

/** What the next model would learn from now, checked or not. */
async function exportSet(app: TestApp): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'corrections-'));
  await askServer(app.dataDir, ['corrections', 'export', folder, '--unchecked'], 'operator');
  return readFileSync(path.join(folder, 'corrections.tsv'), 'utf8');
}

for (const language of languages) {
  const { demo } = texts[language];
  const { feedback, account } = ownTexts[language];
  const { results } = demo;
  const corrected = `Waxaan saxay qoraalka ${language}.`;

  async function correct(page: Page): Promise<void> {
    const edit = results.editLabel.replace('{title}', results.enhanced.title);
    await page.getByRole('button', { name: edit }).click();
    await page.getByRole('textbox', { name: edit }).fill(corrected);
    await page.getByRole('button', { name: results.save, exact: true }).click();
  }
  const question = (page: Page) => page.getByRole('region', { name: feedback.teaching.question });
  const answer = (page: Page, name: string) => question(page).getByRole('button', { name, exact: true }).click();

  test(`a correction teaches once that is allowed, and no longer once it is taken back (${language})`, async ({
    page,
    app,
  }) => {
    const { token } = await signIn(app.base);
    const { id } = (await upload(app.base, token, makeRecording())).body.data.transcription;
    const address = `${app.base}/demo/r/${id}?lang=${language}`;
    await visitSignedIn(page, address, token);
    await page.getByRole('button', { name: feedback.right.no }).click();
    await expect(page.getByText(feedback.right.correct)).toBeFocused();
    await expect(question(page)).toBeHidden();
    await correct(page);
    await expect(question(page)).toBeVisible();
    expect(await exportSet(app)).not.toContain(corrected);
    await answer(page, feedback.yes);
    await expect(question(page)).toBeHidden();
    expect(await exportSet(app)).toContain(corrected);
    await page.reload();
    await expect(page.getByText(corrected)).toBeVisible();
    await expect(question(page)).toBeHidden();

    await page.goto(`${app.base}/account?lang=${language}`);
    const setting = page.getByLabel(feedback.teaching.setting);
    await expect(setting).toBeChecked();
    await setting.click();
    await expect(setting).not.toBeChecked();
    await expect(setting).toBeEnabled();
    expect(await exportSet(app)).not.toContain(corrected);
  });

  test(`who once pressed "show now" goes straight through, until the account page says otherwise (${language})`, async ({
    page,
    app,
  }) => {
    const { token } = await signIn(app.base);
    const showNow = page.getByRole('button', { name: demo.processing.showNow });
    const result = page.getByRole('region', { name: results.enhanced.title });
    const process = async (file: string) => {
      await page.goto(`${app.base}/demo?lang=${language}`);
      await page.locator('input[type=file]').setInputFiles(audioFixture(file));
      await page.getByRole('button', { name: demo.recorder.playback.process }).click();
    };
    await visitSignedIn(page, `${app.base}/demo?lang=${language}`, token);
    await process('speech-2s.webm');
    await showNow.click();
    await expect(result).toBeVisible();
    await process('speech-8s.webm');
    // The steps before a result take more than twenty seconds.
    await expect(result).toBeVisible({ timeout: 12_000 });
    await page.goto(`${app.base}/account?lang=${language}`);
    await page.getByLabel(account.openAtOnce).uncheck();
    await process('speech-8s.ogg');
    await expect(showNow).toBeVisible();
  });
}
