import { AxeBuilder } from '@axe-core/playwright';
import { languages } from '#shared/languages.ts';
import { audioFixture } from '../support/audio-fixtures.ts';
import { expect, openResult, openSession, spendAttempts, test, texts, visitSignedIn } from './journey.ts';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

async function findViolations(page: Parameters<typeof visitSignedIn>[0]) {
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

for (const language of languages) {
  const { demo, verify } = texts[language];

  for (const path of [
    '/',
    '/use-cases',
    '/privacy',
    '/terms',
    '/bogan-ma-jiro',
    '/verify',
    '/verify/khalad?email=a%40b.so',
    '/demo',
  ]) {
    test(`axe finds nothing on ${path} (${language})`, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto(`${path}${path.includes('?') ? '&' : '?'}lang=${language}`);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
      if (path === '/' || path === '/demo') await expect(page.getByRole('dialog')).toBeVisible();
      if (path.startsWith('/verify/')) await expect(page.getByText(verify.issuesHeading)).toBeVisible();
      expect(await findViolations(page)).toEqual([]);
    });
  }

  test(`axe finds nothing from welcome to results and exhausted (${language})`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const token = await openSession();
    await spendAttempts(token, 2);
    await visitSignedIn(page, `/demo?lang=${language}`, token);
    await expect(page.getByText(demo.attempts.last)).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    await page.locator('input[type=file]').setInputFiles(audioFixture('speech-8s.webm'));
    await expect(page.getByRole('button', { name: demo.recorder.playback.process })).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: demo.recorder.playback.process }).click();
    await expect(page.getByRole('heading', { name: demo.processing.heading })).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    await openResult(page, language);
    // Room for all of it: what the bar at the bottom covers by chance of scrolling is no finding.
    await page.setViewportSize({ width: 390, height: 3_000 });
    await expect(page.getByRole('region', { name: demo.results.enhanced.title })).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    await page.goto('/demo');
    await expect(page.getByRole('heading', { name: demo.attempts.exhausted.heading })).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
  });
}
