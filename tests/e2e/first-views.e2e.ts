import type { Locator } from '@playwright/test';
import { languages } from '#shared/languages.ts';
import { expect, newAddress, recordFor, skipCountdown, test, texts, visitSignedIn } from './journey.ts';

/** Small phones, one of them held sideways. */
const windows = [
  { width: 320, height: 568 },
  { width: 360, height: 640 },
  { width: 640, height: 360 },
];

/** In the window from its first to its last pixel, and with nothing over it. */
async function expectFree(target: Locator): Promise<void> {
  await expect(target).toBeInViewport({ ratio: 1 });
  const isFree = () =>
    target.evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return [top + 2, (top + bottom) / 2, bottom - 2].every((y) => {
        const over = document.elementFromPoint((left + right) / 2, y);
        return element.contains(over) || over?.contains(element) === true;
      });
    });
  await expect.poll(isFree).toBe(true);
}

for (const language of languages) {
  for (const viewport of windows) {
    const name = `${viewport.width} × ${viewport.height}, ${language}`;
    const { auth, demo } = texts[language];

    test(`the form's button and the mail's code are in the first view (${name})`, async ({ page }) => {
      await page.setViewportSize(viewport);
      await page.goto(`/demo?lang=${language}`);
      const wall = page.getByRole('dialog');
      const submit = wall.getByRole('button', { name: auth.form.submit });
      await expectFree(submit);
      await expectFree(wall.getByLabel(auth.form.fullName));
      await wall.getByLabel(auth.form.fullName).fill('Hodan Cali');
      await wall.getByLabel(auth.form.email, { exact: true }).fill(newAddress());
      for (const box of await wall.getByRole('checkbox').all()) await box.check();
      await submit.click();
      // The message that the mail is on its way is still over the page.
      await page.locator('[data-toast]').waitFor();
      await expectFree(page.locator('input[name=code]'));
    });

    test(`what is read aloud is whole above what is pressed (${name})`, async ({ page }) => {
      await page.setViewportSize(viewport);
      await visitSignedIn(page, `/demo?lang=${language}`);
      await page.getByRole('button', { name: demo.recorder.record.start }).click();
      const sentence = page.locator('main q');
      await expectFree(sentence);
      await skipCountdown(page, language);
      await recordFor(page, 1);
      await expectFree(sentence);
      await expectFree(page.getByRole('button', { name: demo.recorder.recording.stop }));
    });
  }
}
