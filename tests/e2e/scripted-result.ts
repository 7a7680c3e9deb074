import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import type { Language } from '#shared/languages.ts';
import type { SpeechResult } from '#speech/engine.ts';
import type { TestApp } from '../support/test-app.ts';
import { makeRecording, signIn, upload } from '../support/test-client.ts';
import { texts, visitSignedIn } from './journey.ts';

/** Where a long result is read. */
export const sizes = [
  { name: 'phone', width: 360, height: 640 },
  { name: 'desk', width: 1280, height: 800 },
] as const;

/** A result that the test wrote, as an account of its own opens it. */
export async function openScripted(
  page: Page,
  { app, language, result }: { app: TestApp; language: Language; result: Partial<SpeechResult> },
) {
  app.script.result = result;
  const { token } = await signIn(app.base);
  const { id } = (await upload(app.base, token, makeRecording())).body.data.transcription;
  const address = `${app.base}/demo/r/${id}?lang=${language}`;
  await visitSignedIn(page, address, token);
  return { token, address };
}

/** What a file that is taken along from the result on show holds, as text. */
export async function readDownload(page: Page, language: Language, kind: string): Promise<string> {
  const { download } = texts[language].demo.results;
  const button = page.getByRole('button', { name: download.title, exact: true });
  await button.locator('visible=true').first().click();
  const coming = page.waitForEvent('download');
  const wanted = page.locator(`[data-download=${kind}]`);
  if (!(await wanted.isVisible())) await page.getByText(download.more, { exact: true }).click();
  await wanted.click();
  const bytes = await readFile(await (await coming).path());
  if (kind !== 'docx') return bytes.toString();
  const files = Object.values(unzipSync(bytes));
  return files.map((file) => new TextDecoder().decode(file)).join('\n');
}
