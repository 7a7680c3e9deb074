import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { askServer } from '#server/admin/socket.ts';
import { mails } from '#server/db/schema.ts';
import { fillPlaces } from '#shared/errors/fill-places.ts';
import { languages } from '#shared/languages.ts';
import { scriptedTexts } from '../support/scripted-engine.ts';
import type { TestApp } from '../support/test-app.ts';
import { makeRecording, readSession, signIn, uniqueEmail } from '../support/test-client.ts';
import { mostLayoutShift, sumShifts, texts, visitSignedIn, watchShifts } from './journey.ts';
import { test } from './own-server.ts';

const smallPhone = { width: 360, height: 640 };
const recording = (name: string) => ({ name, mimeType: 'audio/wav', buffer: makeRecording() });
const refused = [
  { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no sound') },
  { name: 'empty.mp3', mimeType: 'audio/mpeg', buffer: Buffer.alloc(0) },
  { name: 'text.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('no sound, whatever it is called') },
];

/** Work on the recordings stands still from the `count`th on, until it is let go. */
function holdFrom(app: TestApp, count: number): () => void {
  const gate = Promise.withResolvers<void>();
  const begun = app.calls.transcribed + count;
  app.script.onStart = () => {
    if (app.calls.transcribed >= begun) app.script.hold = gate.promise;
  };
  return () => {
    app.script.onStart = () => undefined;
    app.script.hold = undefined;
    gate.resolve();
  };
}

const readMails = ({ dataDir }: TestApp) => {
  const outbox = path.join(dataDir, 'outbox');
  return readdirSync(outbox).map((file) => readFileSync(path.join(outbox, file), 'utf8'));
};

for (const language of languages) {
  const { demo, files, results } = texts[language];
  const { processing } = demo;
  const links = (page: Page) => page.getByRole('link', { name: files.open });

  test(`twenty files, of which three are no sound and two have no attempt (${language})`, async ({ page, app }) => {
    const { token, email } = await signIn(app.base, uniqueEmail());
    await askServer(app.dataDir, ['grant', email, '--attempts', '12'], 'operator');
    const worked = app.calls.transcribed;
    const letGo = holdFrom(app, 4);
    await page.setViewportSize(smallPhone);
    await visitSignedIn(page, `${app.base}/demo?lang=${language}`, token);
    const sent: string[] = [];
    page.on('request', (request) => request.url().endsWith('/upload') && sent.push(request.url()));
    const taken = Array.from({ length: 17 }, (_, at) => recording(`cod-${at}.wav`));
    await page.locator('input[type=file]').setInputFiles([...taken.slice(0, 9), ...refused, ...taken.slice(9)]);

    const send = page.getByRole('button', { name: fillPlaces(files.send.other, { n: 17 }) });
    await expect(send).toBeVisible();
    await expect(page.getByText(fillPlaces(files.cost.other, { n: 17, left: 15 }))).toBeVisible();
    await expect(page.getByText(fillPlaces(files.wait.other, { n: 2 }))).toBeVisible();
    await expect(page.locator('li').filter({ hasText: files.refused })).toHaveCount(3);
    expect(sent).toEqual([]);

    await send.click();
    await expect(links(page)).toHaveCount(3);
    await expect(page.getByText(files.noAttempt, { exact: true })).toHaveCount(2);
    await page.reload();
    await expect(page.getByRole('listitem').filter({ hasText: 'cod-3.wav' })).toBeVisible();
    await expect(page.getByText('cod-2.wav')).toHaveCount(0);
    await page.getByRole('button', { name: `${files.remove}: cod-16.wav` }).click();
    letGo();
    await expect(links(page)).toHaveCount(12);
    await expect(page.getByText(files.noAttempt, { exact: true })).toHaveCount(1);
    await expect(page.getByText(files.rests)).toBeVisible();
    expect(app.calls.transcribed - worked).toBe(15);
    expect((await readSession(app.base, token)).body.data.attemptsRemaining).toBe(0);
  });

  test(`a long recording is left, told of by mail, and found again (${language})`, async ({ page, app }) => {
    const { token } = await signIn(app.base);
    const slice = Promise.withResolvers<void>();
    Object.assign(app.script, { slices: 2, durationSeconds: 1_200 });
    app.script.onSlice = (at) => (at === 1 ? slice.promise : undefined);
    await page.setViewportSize(smallPhone);
    await watchShifts(page);
    await visitSignedIn(page, `${app.base}/demo?lang=${language}`, token);
    await page.locator('input[type=file]').setInputFiles(recording('wareysi.wav'));
    await page.locator('[data-notice=trial]').waitFor();
    const shifted = await sumShifts(page);
    await page.getByRole('button', { name: demo.recorder.playback.process }).click();
    await expect(page.getByText(processing.keepOpen)).toBeVisible();
    await expect(page.getByRole('region', { name: processing.recognised })).toContainText(scriptedTexts.rawTranscript);
    await expect(page.getByRole('progressbar', { name: processing.progress })).toHaveAttribute('aria-valuenow', '50');
    expect((await sumShifts(page)) - shifted).toBeLessThanOrEqual(mostLayoutShift);

    // No browser's question: the page may be closed.
    await page.goto(`${app.base}/results`);
    await expect(page.getByRole('progressbar', { name: results.progress })).toHaveAttribute('aria-valuenow', '50');
    app.clock.advance(400);
    slice.resolve();
    await page.getByRole('link', { name: new RegExp(scriptedTexts.transcript) }).click();
    await expect(page.getByRole('region', { name: demo.results.enhanced.title })).toContainText(
      scriptedTexts.transcript,
    );
    const { pathname } = new URL(page.url());
    // The minute in which who watches to the end says so.
    await app.database.db.update(mails).set({ claimedUntil: null });
    await expect.poll(() => readMails(app).filter((mail) => mail.includes(pathname))).toHaveLength(1);
  });
}
