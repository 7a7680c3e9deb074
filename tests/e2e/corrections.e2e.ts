import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { languages } from '#shared/languages.ts';
import { audioFixture } from '../support/audio-fixtures.ts';
import { createRandom } from '../support/synthesise-signals.ts';
import {
  expect,
  expectNoViolations,
  type FilePayload,
  openMenu,
  openResultMenu,
  test,
  texts,
  transcribe,
  visitSignedIn,
} from './journey.ts';

const corrected = 'Subax wanaagsan.';
const english = 'Good morning.';

const wavHeaderBytes = 44;

/** A recording in so much noise that some of its words are in doubt. */
async function makeNoisyRecording(): Promise<FilePayload> {
  const buffer = await readFile(audioFixture('speech-8s.wav'));
  const random = createRandom(1);
  for (let at = wavHeaderBytes; at + 1 < buffer.length; at += 2) {
    const sample = buffer.readInt16LE(at) + Math.round((random() - 0.5) * 10_000);
    buffer.writeInt16LE(Math.max(-32_768, Math.min(32_767, sample)), at);
  }
  return { name: 'noisy.wav', mimeType: 'audio/wav', buffer };
}

/** What is shared lands here, where the browser has no share sheet of its own. */
const stubShare = (page: Page) =>
  page.addInitScript(() => {
    const shared: string[] = [];
    Object.assign(window, { shared });
    Object.defineProperty(navigator, 'share', {
      value: async ({ text }: { text: string }) => void shared.push(text),
    });
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: async (text: string) => void shared.push(text) },
    });
  });
const readShared = (page: Page) => page.evaluate(() => (window as unknown as { shared: string[] }).shared.at(-1));

for (const language of languages) {
  const { common, demo, results: list } = texts[language];
  const { results } = demo;
  const { translation, conflict } = results;

  async function download(page: Page, kind: string): Promise<string> {
    await page
      .getByRole('button', { name: results.download.title, exact: true })
      .locator('visible=true')
      .first()
      .click();
    const coming = page.waitForEvent('download');
    const button = page.locator(`[data-download=${kind}]`);
    if (!(await button.isVisible())) await page.getByText(results.download.more, { exact: true }).click();
    await button.click();
    const bytes = await readFile(await (await coming).path());
    if (kind !== 'docx' && kind !== 'zip') return bytes.toString();
    const files = Object.values(unzipSync(bytes));
    return files.map((file) => new TextDecoder().decode(file)).join('\n');
  }

  async function correct(page: Page, text: string): Promise<void> {
    const edit = results.editLabel.replace('{title}', results.enhanced.title);
    await page.getByRole('button', { name: edit }).click();
    await page.getByRole('textbox', { name: edit }).fill(text);
    await page.getByRole('button', { name: results.save, exact: true }).click();
  }
  const somali = (page: Page) => page.getByRole('region', { name: results.enhanced.title });

  test(`corrected, translated again, and everything that leaves is the new pair (${language})`, async ({ page }) => {
    await stubShare(page);
    await visitSignedIn(page, `/demo?lang=${language}`);
    await transcribe(page, language, 'speech-2s.webm');
    await correct(page, corrected);
    await expect(page.getByText(translation.notice)).toBeVisible();
    const share = page.getByRole('button', { name: results.share.button }).locator('visible=true');
    await share.click();
    expect(await readShared(page)).toContain(`(${translation.outdated})`);
    expect(await download(page, 'txt')).toContain('Made before the Somali was corrected');
    await expectNoViolations(page);

    await page.getByRole('button', { name: translation.again }).click();
    await expect(page.getByText(translation.notice)).toBeHidden();
    await share.click();
    expect(await readShared(page)).toContain(`${corrected}\n\n${translation.title}:\n${english}`);
    await page.getByRole('button', { name: results.reading.english, exact: true }).click();
    await page
      .getByRole('button', { name: `${results.copy}: ${translation.title}` })
      .first()
      .click();
    expect(await readShared(page)).toBe(english);
    for (const kind of ['txt', 'docx', 'json', 'zip']) {
      const content = await download(page, kind);
      for (const text of [corrected, english]) expect(content, kind).toContain(text);
    }
    for (const kind of ['srt-en', 'vtt-en']) expect(await download(page, kind)).toContain(english);
    for (const kind of ['srt-so', 'vtt-so']) expect(await download(page, kind)).toContain(corrected);
    // Left and come back to, without a reload and with one.
    await page.getByRole('link', { name: results.another }).click();
    await expect(somali(page)).toBeHidden();
    await page.goBack();
    await expect(somali(page)).toContainText(corrected);
    await page.reload();
    await expect(somali(page)).toContainText(corrected);
    await expect(page.getByText(translation.notice)).toBeHidden();
  });

  test(`a second browser lists, names and corrects it; the first one is shown both (${language})`, async ({
    page,
    browser,
  }) => {
    const session = await visitSignedIn(page, `/demo?lang=${language}`);
    await transcribe(page, language, 'speech-2s.webm');
    await expect(somali(page)).toBeVisible();

    const elsewhere = await browser.newContext();
    const second = await elsewhere.newPage();
    await visitSignedIn(second, `/results?lang=${language}`, session);
    const row = second.getByRole('listitem').filter({ has: second.locator('a[href^="/demo/r/"]') });
    await row.getByRole('link').click();
    await openResultMenu(second, language);
    await second.getByRole('button', { name: results.name.button }).click();
    await second.getByRole('dialog').getByLabel(results.name.label).fill('Lacagta');
    const named = second.waitForResponse((response) => response.request().method() === 'PUT');
    await second.getByRole('dialog').getByRole('button', { name: results.save }).click();
    await expect(second.getByRole('heading', { name: 'Lacagta' })).toBeVisible();
    expect((await named).status()).toBe(200);
    await second.goto(`/results?lang=${language}`);
    await expect(row.getByRole('link')).toHaveText('Lacagta');
    await expectNoViolations(second);
    await row.getByRole('link').click();
    await correct(second, corrected);
    const saved = second.waitForResponse((response) => response.request().method() === 'PUT');
    await correct(second, `${corrected} Haa.`);
    expect((await saved).status()).toBe(200);

    await correct(page, 'Habeen wanaagsan.');
    const question = page.getByRole('dialog', { name: conflict.title });
    await expect(question.getByRole('region', { name: conflict.mine })).toContainText('Habeen wanaagsan.');
    await expect(question.getByRole('region', { name: conflict.other })).toContainText(`${corrected} Haa.`);
    await expectNoViolations(page);
    await question.getByRole('region', { name: conflict.mine }).getByRole('button').click();
    await expect(question).toBeHidden();
    await expect(somali(page)).toContainText('Habeen wanaagsan.');
    await second.reload();
    await expect(somali(second)).toContainText('Habeen wanaagsan.');

    await second.goto(`/results?lang=${language}`);
    await row.getByRole('button', { name: results.remove.button }).click();
    await second.getByRole('dialog').getByRole('button', { name: results.remove.confirm, exact: true }).click();
    await expect(second.getByText(list.nothing)).toBeVisible();
    await elsewhere.close();
  });

  test(`a correction made without a line is kept, asked about at sign-out, and saved later (${language})`, async ({
    page,
    context,
  }) => {
    await visitSignedIn(page, `/demo?lang=${language}`);
    await transcribe(page, language, 'speech-2s.webm');
    await context.setOffline(true);
    await correct(page, corrected);
    await expect(page.getByText(results.unsaved)).toBeVisible();
    const question = page.getByRole('dialog', { name: demo.leave.title });
    const askedAtSignOut = async () => {
      await openMenu(page);
      await page.getByRole('button', { name: common.nav.signOut }).click();
      await expect(question).toContainText(demo.leave.unsaved);
      await question.getByRole('button', { name: demo.leave.stay }).click();
    };
    await askedAtSignOut();
    await page.getByRole('link', { name: results.another }).click();
    await expect(somali(page)).toBeHidden();
    await askedAtSignOut();
    await page.goBack();
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
    await context.setOffline(false);
    expect((await saved).status()).toBe(200);
    await expect(page.getByText(results.unsaved)).toBeHidden();
  });

  test(`a doubtful word is heard and corrected where it stands (${language})`, async ({ page }) => {
    await visitSignedIn(page, `/demo?lang=${language}`);
    await transcribe(page, language, await makeNoisyRecording());
    const doubtful = somali(page).locator('[data-word]');
    const field = page.getByRole('textbox', { name: results.editLabel.replace('{title}', results.enhanced.title) });
    const group = page.getByRole('group', { name: results.wordCheck.group });
    const marks = await doubtful.count();
    let before = '';
    let others = 0;
    // Of some words nothing else was heard.
    for (let at = 0; others === 0 && at < marks; at += 1) {
      before = await doubtful.nth(at).evaluate((element) => element.firstChild?.textContent ?? '');
      await doubtful.nth(at).click();
      await expect(field).toBeFocused();
      const selected = await field.evaluate((each: HTMLTextAreaElement) =>
        each.value.slice(each.selectionStart, each.selectionEnd),
      );
      expect(selected).toBe(before);
      others = (await group.getByRole('button').count()) - marks;
      if (others === 0) await page.getByRole('button', { name: results.cancel, exact: true }).click();
    }
    expect(others).toBeGreaterThan(0);
    // Room for all of it: what the bar at the bottom covers by chance of scrolling is no finding.
    await page.setViewportSize({ width: 390, height: 3_000 });
    await expectNoViolations(page);
    await group.getByRole('button').last().click();
    await expect(group.getByRole('button')).toHaveCount(marks - 1);
    await field.press('Enter');
    await expect(doubtful).toHaveCount(marks - 1);
    await expect(page.getByText(translation.notice)).toBeVisible();
  });
}

test('a short text is corrected without scrolling within its field, and Esc throws nothing typed away', async ({
  page,
}) => {
  const { results } = texts.en.demo;
  await page.setViewportSize({ width: 360, height: 740 });
  await visitSignedIn(page, '/demo?lang=en');
  await transcribe(page, 'en', 'speech-30s.webm');
  const name = results.editLabel.replace('{title}', results.enhanced.title);
  await page.getByRole('button', { name }).click();
  const field = page.getByRole('textbox', { name });
  expect(await field.evaluate((each) => each.scrollHeight - each.clientHeight)).toBeLessThanOrEqual(0);
  await field.press('Escape');
  await expect(field).toBeHidden();
  await page.getByRole('button', { name }).click();
  await field.fill('Waan ku faraxsanahay.');
  await field.press('Escape');
  await page.getByRole('button', { name }).click();
  await expect(field).toHaveValue('Waan ku faraxsanahay.');
});
