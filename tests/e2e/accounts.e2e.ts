import { tokenStorageKey } from '#shared/limits.ts';
import { baseUrl } from './addresses.ts';
import { expect, newAddress, openSession, requestLink, test, texts, visitSignedIn } from './journey.ts';

test('a link used twice says so, with ways on', async ({ page }) => {
  const link = await requestLink(newAddress());
  await page.goto(link);
  await expect(page.getByText(texts.en.verify.redirecting)).toBeVisible();
  await page.evaluate((key) => localStorage.removeItem(key), tokenStorageKey);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Verification Failed' })).toBeVisible();
  await expect(page.getByText('This link has already been used. Please ask for a new one.')).toBeVisible();
  for (const name of ['Resend Magic Link']) await expect(page.getByRole('button', { name })).toBeVisible();
  for (const name of ['Return to Home', 'Sign Up Again']) await expect(page.getByRole('link', { name })).toBeVisible();
});

test('/verify without a token shows its own error, not the 404', async ({ page }) => {
  await page.goto('/verify?lang=en');
  await expect(page.getByText('No verification token provided.')).toBeVisible();
});

test('a session that ends in one tab ends in the other', async ({ page, context }) => {
  await visitSignedIn(page, '/demo?lang=en');
  await expect(page.getByText(texts.en.demo.recorder.record.title)).toBeVisible();
  const other = await context.newPage();
  await other.goto('/?lang=en');
  await other.evaluate((key) => localStorage.removeItem(key), tokenStorageKey);
  await expect(page.getByRole('dialog', { name: 'Sign Up Required' })).toBeVisible();
});

test('a session ended on the server brings the sign-up wall, without the token', async ({ page }) => {
  const token = await openSession();
  await fetch(`${baseUrl}/api/auth/logout`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
  await visitSignedIn(page, '/demo?lang=en', token);
  await expect(page.getByRole('dialog', { name: 'Sign Up Required' })).toBeVisible();
  expect(await page.evaluate((key) => localStorage.getItem(key), tokenStorageKey)).toBeNull();
});

test('the first-visit popup comes after two seconds, and not again once it was declined', async ({ page }) => {
  await page.goto('/?lang=en');
  const popup = page.getByRole('dialog');
  await expect(popup).toBeVisible();
  await expect(popup).toContainText('3 free');
  await popup.getByLabel("Don't show this again").check();
  await popup.getByRole('button', { name: texts.en.common.actions.close }).first().click();
  await expect(popup).toBeHidden();
  await page.clock.install();
  await page.reload();
  await page.clock.runFor(10_000);
  await expect(popup).toBeHidden();
});

test('an unknown page is a 404 that leads home', async ({ page }) => {
  const response = await page.goto('/bogan-ma-jiro?lang=en');
  expect(response?.status()).toBe(404);
  await expect(page.getByText('Oops! Page not found')).toBeVisible();
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL(/\/(\?lang=en)?$/);
});
