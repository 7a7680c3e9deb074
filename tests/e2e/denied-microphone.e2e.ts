import { chromium } from '@playwright/test';
import { prepareBrowser, quietArguments } from './browser.ts';
import { expect, openSession, test, texts, visitSignedIn } from './journey.ts';

// A browser without the flag that says yes to every question.
test('a denied microphone is explained, and a file is still welcome', async ({ baseURL }) => {
  const browser = await chromium.launch(
    await prepareBrowser([
      ...quietArguments,
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream=deny',
    ]),
  );
  const page = await browser.newPage({ baseURL: baseURL ?? '' });
  await visitSignedIn(page, '/demo?lang=so', await openSession());
  const { recorder } = texts.so.demo;
  await page.getByRole('button', { name: recorder.record.start }).click();
  await expect(page.getByText('Oggolaanshaha makarafoonka waa la diiday')).toBeVisible();
  await expect(page.getByText(recorder.help.title)).toBeVisible();
  await expect(page.getByText(recorder.upload.choose)).toBeVisible();
  await browser.close();
});
