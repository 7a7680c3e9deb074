import { expect, type Page } from '@playwright/test';
import { formatSentence } from '#platform/format-sentence.ts';
import { languages } from '#shared/languages.ts';
import type { TestApp } from '../support/test-app.ts';
import { signIn } from '../support/test-client.ts';
import { newAddress, openMenu, texts } from './journey.ts';
import { test } from './own-server.ts';

const wrong = (code: string): string => (code === '000000' ? '000001' : '000000');

for (const language of languages) {
  const { auth, common, demo } = texts[language];
  const { code: codeTexts } = auth.confirmation;
  const fieldOf = (page: Page) => page.getByLabel(codeTexts.label);

  /** Asks for a mail at the sign-up wall; the answer is the mail's code. */
  async function askForMail(page: Page, app: TestApp, email: string): Promise<string> {
    await page.goto(`${app.base}/demo?lang=${language}`);
    const wall = page.getByRole('dialog', { name: demo.wall.title });
    await wall.getByLabel(auth.form.fullName).fill('Hodan Cali');
    await wall.getByLabel(auth.form.email, { exact: true }).fill(email);
    for (const box of await wall.getByRole('checkbox').all()) await box.check();
    const answering = page.waitForResponse('**/api/auth/signup');
    await wall.getByRole('button', { name: auth.form.submit }).click();
    const { signInCode } = (await (await answering).json()) as { signInCode: string };
    await expect(fieldOf(page)).toBeVisible();
    return signInCode;
  }
  const type = async (page: Page, code: string) => {
    // What was refused before stays in the field: typed again over itself it would be no change.
    if ((await fieldOf(page).inputValue()) !== '') await expect(fieldOf(page)).toHaveAttribute('aria-invalid', 'true');
    await fieldOf(page).fill('');
    const answering = page.waitForResponse('**/api/auth/code');
    await fieldOf(page).fill(code);
    await answering;
  };
  const expectRefused = (page: Page, key: 'CODE_WRONG' | 'CODE_OVER') =>
    expect(page.getByRole('dialog').getByText(formatSentence(key, language))).toBeVisible();

  test(`the code of the mail opens the demo where one waits, as it is pasted (${language})`, async ({ page, app }) => {
    const code = await askForMail(page, app, newAddress());
    await type(page, ` ${code.slice(0, 3)} ${code.slice(3)}`);
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByRole('button', { name: demo.recorder.record.start })).toBeVisible();
    expect(page.url()).not.toContain(code);
  });

  test(`the code leads on from the page that says where the mail went (${language})`, async ({ page, app }) => {
    const { email } = await signIn(app.base);
    app.clock.advance(61);
    await page.goto(`${app.base}/terms?lang=${language}`);
    await openMenu(page);
    await page.getByRole('button', { name: common.nav.signIn, exact: true }).click();
    await page.getByRole('dialog').getByLabel(auth.resend.email, { exact: true }).fill(email);
    const answering = page.waitForResponse('**/api/auth/resend-magic-link');
    await page.getByRole('button', { name: auth.resend.submit }).click();
    const { signInCode } = (await (await answering).json()) as { signInCode: string };
    await type(page, signInCode);
    await page.waitForURL('**/demo');
    await expect(page.getByRole('button', { name: demo.recorder.record.start })).toBeVisible();
    await expect(fieldOf(page)).toBeHidden();
  });

  test(`five wrong codes end the right one, and a new mail brings the next (${language})`, async ({ page, app }) => {
    const email = newAddress();
    const code = await askForMail(page, app, email);
    for (let tried = 0; tried < 4; tried += 1) await type(page, wrong(code));
    await expectRefused(page, 'CODE_WRONG');
    await type(page, wrong(code));
    await expectRefused(page, 'CODE_OVER');
    await type(page, code);
    await expectRefused(page, 'CODE_OVER');
    app.clock.advance(61);
    await type(page, await askForMail(page, app, email));
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  test(`a code is over after ten minutes (${language})`, async ({ page, app }) => {
    const code = await askForMail(page, app, newAddress());
    app.clock.advance(600);
    await type(page, code);
    await expectRefused(page, 'CODE_OVER');
  });

  test(`the right code is wrong in another browser (${language})`, async ({ page, browser, app }) => {
    const email = newAddress();
    const code = await askForMail(page, app, email);
    const elsewhere = await browser.newContext();
    const other = await elsewhere.newPage();
    app.clock.advance(61);
    await askForMail(other, app, email);
    await type(other, code);
    await expectRefused(other, 'CODE_WRONG');
    await type(page, code);
    await expect(page.getByRole('dialog')).toBeHidden();
    await elsewhere.close();
  });
}
