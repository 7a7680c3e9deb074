import type { Locator, Page } from '@playwright/test';
import { languages } from '#shared/languages.ts';
import accountEn from '#web/locales/en/account.json' with { type: 'json' };
import accountSo from '#web/locales/so/account.json' with { type: 'json' };
import { engineTimeout, expect, newAddress, recordFor, test, texts } from './journey.ts';

const accounts = { en: accountEn, so: accountSo };
const mostTabs = 90;

/** Nothing is clicked: whoever cannot reach a thing by Tab cannot use it. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < mostTabs; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`not reached by Tab: ${target}`);
}

async function pressEnter(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

for (const language of languages) {
  const { auth, common, demo } = texts[language];
  const { recorder, results } = demo;
  const account = accounts[language];

  test(`everything from sign-up to the deleted account by keyboard alone (${language})`, async ({ page }) => {
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await page.goto(`/demo?lang=${language}`);
    const wall = page.getByRole('dialog', { name: demo.wall.title });
    await tabTo(page, wall.getByLabel(auth.form.fullName));
    await page.keyboard.type('Hodan Cali');
    await tabTo(page, wall.getByLabel(auth.form.email, { exact: true }));
    await page.keyboard.type(newAddress());
    for (const name of ['privacyAccepted', 'termsAccepted']) {
      await tabTo(page, wall.locator(`input[name=${name}]`));
      await page.keyboard.press('Space');
    }
    await pressEnter(page, button(auth.form.submit));
    await pressEnter(page, page.getByRole('link', { name: auth.confirmation.developmentLink }));
    await page.waitForURL('**/demo');

    await pressEnter(page, button(recorder.record.start));
    await expect(page.getByRole('dialog', { name: recorder.countdown.title })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(button(recorder.record.start)).toBeFocused();
    await page.keyboard.press('Enter');
    // Skipped by its own key presses where the machine is quick; it ends by itself where it is not.
    const [skip, stop] = [button(recorder.countdown.skip), button(recorder.recording.stop)];
    await skip.or(stop).first().waitFor();
    if (
      await skip.evaluate((element) => element === document.activeElement, null, { timeout: 1_000 }).catch(() => false)
    )
      await page.keyboard.press('Enter');
    await expect(stop).toBeFocused();
    await recordFor(page, 4);
    await page.keyboard.press('Enter');
    await pressEnter(page, button(recorder.playback.process));
    await expect(button(demo.processing.showNow)).toBeFocused({ timeout: engineTimeout });
    await page.keyboard.press('Enter');
    await expect(page.locator('main h1')).toBeFocused();

    await pressEnter(page, button(results.reading.english));
    const edit = page.getByRole('button', { name: results.editLabel.replace('{title}', results.translation.title) });
    await pressEnter(page, edit);
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('My own words.');
    await pressEnter(page, button(results.save));
    await expect(edit).toBeFocused();
    await expect(page.getByRole('region', { name: results.translation.title })).toContainText('My own words.');

    await pressEnter(page, button(results.reading.original));

    const downloading = page.waitForEvent('download');
    await pressEnter(page, button(results.download.title));
    await pressEnter(page, page.locator('dialog summary'));
    await pressEnter(page, button(`${results.download.contents.everything} (ZIP)`));
    expect((await downloading).suggestedFilename()).toMatch(/\.zip$/);

    await pressEnter(page, page.locator(`summary[aria-label="${results.menu}"]`));
    await pressEnter(page, button(results.remove.button));
    await pressEnter(page, button(results.remove.confirm));
    await page.waitForURL('**/demo');
    await pressEnter(page, page.locator('[aria-controls=site-menu]'));
    await pressEnter(page, page.getByRole('link', { name: 'Hodan Cali' }));
    await pressEnter(page, button(account.remove.button));
    await pressEnter(page, button(account.remove.confirm));
    await expect(page).toHaveURL(/\/$/);
    await expect(button(common.nav.openMenu)).toBeVisible();
  });
}

test('a link inside a page takes the focus along to a page that is still to be fetched', async ({ page }) => {
  await page.route('**/assets/landing-page-*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await page.goto('/use-cases?lang=en');
  await page.locator('main a[href="/"]').press('Enter');
  await expect(page.locator('main[data-page=landing] h1')).toBeVisible();
  await expect(page.locator('main')).toBeFocused({ timeout: 1_500 });
});
