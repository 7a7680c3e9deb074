import { createServer } from 'node:http';
import type { Page } from '@playwright/test';
import { fillPlaces } from '#shared/errors/fill-places.ts';
import { languages } from '#shared/languages.ts';
import { audioFixture } from '../support/audio-fixtures.ts';
import { baseUrl } from './addresses.ts';
import {
  expect,
  newAddress,
  openMenu,
  openSession,
  readDeviceData,
  requestLink,
  requestLinkIn,
  test,
  texts,
  visitSignedIn,
} from './journey.ts';

for (const language of languages) {
  const { demo, verify, common } = texts[language];
  const { question } = verify;

  test(`a link verifies by itself in the browser that asked for it, and leaves the address bar (S10, S13, ${language})`, async ({
    page,
  }) => {
    await page.goto(`${await requestLinkIn(page, newAddress())}&lang=${language}`);
    await page.waitForURL('**/demo');
    expect(page.url()).not.toMatch(/verify\/[\w-]{20}/);
  });

  test(`a link from elsewhere asks for a click first (S13, ${language})`, async ({ page }) => {
    const email = `magac-dheer-oo-aad-u-dheer.${newAddress()}`;
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`${await requestLink(email)}&lang=${language}`);
    await expect(page.getByRole('heading', { name: fillPlaces(question.heading, { email }) })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await page.getByRole('button', { name: question.confirm }).click();
    await page.waitForURL('**/demo');
  });

  test(`another person’s link neither signs them in nor takes a kept recording away (D9, ${language})`, async ({
    page,
  }) => {
    const mine = newAddress();
    await visitSignedIn(page, `/demo?lang=${language}`, await openSession(mine));
    await page.locator('input[type=file]').setInputFiles(audioFixture('speech-2s.webm'));
    await expect(page.getByRole('button', { name: demo.recorder.playback.process })).toBeVisible();
    await page.goto(await requestLinkIn(page, newAddress()));
    await page.getByRole('link', { name: fillPlaces(question.stay, { name: mine }) }).click();
    await expect(page.getByText(demo.recorder.playback.restored)).toBeVisible();
  });

  test(`Sign out leaves nothing personal on the device (D10, ${language})`, async ({ page }) => {
    await visitSignedIn(page, `/demo?lang=${language}`);
    await page.locator('input[type=file]').setInputFiles(audioFixture('speech-2s.webm'));
    await expect(page.getByRole('button', { name: demo.recorder.playback.process })).toBeVisible();
    await expect.poll(() => readDeviceData(page)).toEqual(['somalispeak/takes/current']);
    await openMenu(page);
    await page.getByRole('button', { name: common.nav.signOut }).click();
    await expect.poll(() => readDeviceData(page)).toEqual([]);
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('example.so');
  });
}

const { demo, verify } = texts.en;

test('another person’s sign-in clears what the first one kept (D10)', async ({ page }) => {
  await visitSignedIn(page, '/demo?lang=en');
  await page.locator('input[type=file]').setInputFiles(audioFixture('speech-2s.webm'));
  await expect.poll(() => readDeviceData(page)).toHaveLength(1);
  await page.goto(await requestLink(newAddress()));
  await page.getByRole('button', { name: verify.question.confirm }).click();
  await page.waitForURL('**/demo');
  expect(await readDeviceData(page)).toEqual([]);
});

/** What the share sheet does: a form sent to /share, here from the app's own page. */
async function share(page: Page, ...names: string[]) {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await page.evaluate((given) => {
    const form = document.createElement('form');
    form.method = 'POST';
    form.action = '/share';
    form.enctype = 'multipart/form-data';
    const input = document.createElement('input');
    input.type = 'file';
    input.name = 'audio';
    const transfer = new DataTransfer();
    input.multiple = true;
    for (const name of given) transfer.items.add(new File(['OggS and more'], name, { type: 'audio/ogg' }));
    input.files = transfer.files;
    form.append(input);
    document.body.append(form);
    form.submit();
  }, names);
}

test('a voice note shared by who is signed in is taken at once', async ({ page }) => {
  await visitSignedIn(page, '/demo?lang=en');
  await share(page, 'PTT-1.opus');
  await expect(page.getByText('PTT-1.opus')).toBeVisible();
  await expect(page.getByRole('button', { name: demo.recorder.playback.process })).toBeVisible();
});

test('several voice notes shared at once are asked about together', async ({ page }) => {
  await visitSignedIn(page, '/demo?lang=en');
  await share(page, 'PTT-1.opus', 'PTT-2.opus');
  await expect(page.getByRole('listitem').filter({ hasText: 'PTT-2.opus' })).toBeVisible();
  await expect(page.getByRole('button', { name: fillPlaces(texts.en.files.send.other, { n: 2 }) })).toBeVisible();
});

test('a voice note shared while nobody was signed in is asked about (D10)', async ({ page }) => {
  await page.goto('/demo?lang=en');
  await share(page, 'PTT-1.opus');
  await expect(page.getByRole('dialog', { name: demo.wall.title })).toBeVisible();
  await page.goto(await requestLinkIn(page, newAddress()));
  await page.waitForURL('**/demo');
  await expect(page.getByRole('heading', { name: demo.shared.title })).toBeVisible();
  await expect(page.getByRole('button', { name: demo.recorder.playback.process })).toBeHidden();
  await page.getByRole('button', { name: demo.shared.use }).click();
  await expect(page.getByRole('button', { name: demo.recorder.playback.process })).toBeVisible();
  expect(await readDeviceData(page)).not.toContain('/shared-audio');
});

/** A page of somebody else's with a form to /share, which says who it is or hides it. */
async function servePageElsewhere(referrerPolicy: string) {
  const page = `<meta name="referrer" content="${referrerPolicy}">
    <form method="POST" enctype="multipart/form-data" action="${baseUrl}/share">
    <input type="hidden" name="text" value="x"><button>go</button></form>`;
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(page));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return { address: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

async function shareFrom(stranger: Page, address: string) {
  await stranger.goto(address);
  await stranger.evaluate(() => {
    const input = document.createElement('input');
    input.type = 'file';
    input.name = 'audio';
    const transfer = new DataTransfer();
    transfer.items.add(new File(['OggS evil'], 'evil.opus', { type: 'audio/ogg' }));
    input.files = transfer.files;
    document.querySelector('form')?.append(input);
  });
  await stranger.getByRole('button', { name: 'go' }).click();
  await stranger.waitForURL('**/demo');
}

test('a form on somebody else’s page cannot share (D10)', async ({ page, context }) => {
  await visitSignedIn(page, '/demo?lang=en');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  const elsewhere = await servePageElsewhere('unsafe-url');
  const stranger = await context.newPage();
  await shareFrom(stranger, elsewhere.address);
  expect(await readDeviceData(stranger)).not.toContain('/shared-audio');
  elsewhere.close();
});

test('what a page that hides its name shares is not taken unasked (D10)', async ({ page, context }) => {
  await visitSignedIn(page, '/demo?lang=en');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  const elsewhere = await servePageElsewhere('no-referrer');
  const stranger = await context.newPage();
  await shareFrom(stranger, elsewhere.address);
  await expect(stranger.getByRole('heading', { name: demo.shared.title })).toBeVisible();
  await expect(stranger.getByText('Another app or website sent “evil.opus”')).toBeVisible();
  await expect(stranger.getByRole('button', { name: demo.recorder.playback.process })).toBeHidden();
  elsewhere.close();
});
