import { execFileSync } from 'node:child_process';
import { fillPlaces } from '#shared/errors/fill-places.ts';
import { languages } from '#shared/languages.ts';
import accountEn from '#web/locales/en/account.json' with { type: 'json' };
import accountSo from '#web/locales/so/account.json' with { type: 'json' };
import { audioFixture } from '../support/audio-fixtures.ts';
import { baseUrl, dataDir } from './addresses.ts';
import {
  engineTimeout,
  expect,
  expectNoViolations,
  newAddress,
  openSession,
  readDeviceData,
  requestLinkIn,
  test,
  texts,
  visitSignedIn,
} from './journey.ts';

const accounts = { en: accountEn, so: accountSo };

for (const language of languages) {
  const account = accounts[language];
  const { auth, verify } = texts[language];

  test(`the account page shows one's own data, and axe finds nothing (${language})`, async ({ page }) => {
    const email = newAddress();
    await visitSignedIn(page, `/account?lang=${language}`, await openSession(email));
    await expect(page.getByText(email)).toBeVisible();
    await expect(page.getByText(account.devices.thisOne)).toBeVisible();
    await expect(page).toHaveTitle(account.page.title);
    await expectNoViolations(page);
  });

  test(`whoever wants it goes straight to a text, until they want it no more (${language})`, async ({ page }) => {
    const { processing, recorder, results } = texts[language].demo;
    const process = async () => {
      await page.goto('/demo');
      await page.locator('input[type=file]').setInputFiles(audioFixture('speech-2s.webm'));
      await page.getByRole('button', { name: recorder.playback.process }).click();
    };
    const setting = page.getByRole('checkbox', { name: account.openAtOnce });
    const text = page.getByRole('region', { name: results.enhanced.title });
    await visitSignedIn(page, `/account?lang=${language}`);
    await setting.check();
    await process();
    await expect(text).toBeVisible({ timeout: engineTimeout });
    await page.goto('/account');
    await expect(setting).toBeChecked();
    await setting.uncheck();
    await process();
    await expect(page.getByRole('button', { name: processing.showNow })).toBeVisible({ timeout: engineTimeout });
    await expect(text).toBeHidden();
  });

  test(`an account makes a key for a program, sees it once and ends it (${language})`, async ({ page }) => {
    const { keys } = account;
    const email = newAddress();
    await visitSignedIn(page, `/account?lang=${language}`, await openSession(email));
    await expect(page.getByText(keys.ask)).toBeVisible();
    const allow = ['server/admin.ts', 'allow-keys', email];
    execFileSync(process.execPath, allow, { env: { DATA_DIR: dataDir } });
    await page.reload();
    await page.getByLabel(keys.name).fill('Nextcloud');
    await page.getByRole('button', { name: keys.make }).click();
    const key = await page.getByLabel(keys.made).inputValue();
    const ask = async () => {
      const answer = await fetch(`${baseUrl}/v1/models`, { headers: { authorization: `Bearer ${key}` } });
      return answer.status;
    };
    expect(await ask()).toBe(200);
    await expectNoViolations(page);
    await page.reload();
    await expect(page.getByText('Nextcloud', { exact: true })).toBeVisible();
    await expect(page.getByLabel(keys.made)).toBeHidden();
    await page.getByRole('button', { name: fillPlaces(keys.endLabel, { name: 'Nextcloud' }) }).click();
    await expect(page.getByText('Nextcloud', { exact: true })).toBeHidden();
    expect(await ask()).toBe(401);
  });

  test(`signing out everywhere ends every session (${language})`, async ({ page }) => {
    const token = await openSession();
    await visitSignedIn(page, `/account?lang=${language}`, token);
    await page.getByRole('button', { name: account.devices.everywhere }).click();
    await expect(page.getByText(account.signInFirst)).toBeVisible();
    const answer = await fetch(`${baseUrl}/api/auth/session`, { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(401);
  });

  test(`an account is deleted by its owner, with everything (${language})`, async ({ page }) => {
    const token = await openSession();
    await visitSignedIn(page, `/demo?lang=${language}`, token);
    await page.locator('input[type=file]').setInputFiles(audioFixture('speech-2s.webm'));
    await expect.poll(() => readDeviceData(page)).toHaveLength(1);
    await page.goto('/account');
    await page.getByRole('button', { name: account.remove.button }).click();
    await page.getByRole('dialog').getByRole('button', { name: account.remove.confirm }).click();
    await expect(page).toHaveURL(/\/$/);
    expect(await readDeviceData(page)).toEqual([]);
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('example.so');
    const answer = await fetch(`${baseUrl}/api/auth/session`, { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(401);
  });

  test(`the popup's sign-up ends in Check Your Email, and its link signs in (${language})`, async ({ page }) => {
    await page.goto(`/?lang=${language}`);
    const popup = page.getByRole('dialog', { name: auth.popup.title });
    await popup.getByLabel(auth.form.fullName).fill('Hodan Cali');
    const email = newAddress();
    await popup.getByLabel(auth.form.email, { exact: true }).fill(email);
    for (const name of ['privacyAccepted', 'termsAccepted']) await popup.locator(`input[name=${name}]`).check();
    await popup.getByRole('button', { name: auth.form.submit }).click();
    await expect(popup).toBeHidden();
    await expect(page.getByRole('heading', { name: auth.confirmation.title })).toBeVisible();
    await expect(page.getByRole('main').getByText(email)).toBeVisible();
    await page.getByRole('link', { name: auth.confirmation.developmentLink }).click();
    await page.waitForURL('**/demo');
  });

  test(`a link on a lost line waits, and works when it is back (${language})`, async ({ page, context }) => {
    const link = await requestLinkIn(page, newAddress());
    await page.route('**/api/auth/links/*', (route) => route.abort('internetdisconnected'));
    await page.goto(`${link}&lang=${language}`);
    await expect(page.getByRole('button', { name: verify.tryAgain })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('button', { name: verify.tryAgain })).toBeVisible();
    await page.unroute('**/api/auth/links/*');
    await context.setOffline(true);
    await context.setOffline(false);
    await page.waitForURL('**/demo');
  });
}
