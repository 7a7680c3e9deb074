// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { ResultSummary } from '#shared/contract/results.ts';
import { renderForTest, type TestAnswer } from '../../app/render-for-test.tsx';
import { CallFailure } from '../../lib/call-failure.ts';
import { ResultList } from './result-list.tsx';

const row = (at: number): ResultSummary => ({
  id: `r${at}`,
  title: at === 0 ? 'Safar' : null,
  opening: at === 1 ? '' : `Qoraal ${at}.`,
  english: at === 1 ? '' : `Text ${at}.`,
  createdAt: new Date(Date.UTC(2026, 10, 20, 10, at)).toISOString(),
  durationSeconds: 8,
  transcriptConfidence: at % 2 === 0 ? 8.4 : null,
  isCalibrated: at === 2,
});
const queued = {
  ...{ id: 'q', createdAt: row(0).createdAt, position: 0, text: '', state: 'queued' },
  ...{ secondsDone: 0, durationSeconds: null, secondsLeft: null },
};
const pages: Record<string, unknown> = {
  '': { results: [row(0), row(1), row(2), row(3)], next: 'place' },
  place: { results: [row(4)], next: null },
};

let page: Awaited<ReturnType<typeof renderForTest>>;
afterEach(() => page.close());

async function open(answer: TestAnswer, most?: number) {
  const list = <ResultList owner="h@example.so" {...(most === undefined ? {} : { most })} />;
  page = await renderForTest(list, { answer });
  await page.settle();
  return [...page.root.querySelectorAll('li')];
}
const answerPages: TestAnswer = (_, input) => {
  const { after = '' } = (input as { query?: { after?: string } }).query ?? {};
  return { success: true, data: pages[after] };
};

it('has each result’s name or beginning, its date, length and confidence, and the next page when asked', async () => {
  const rows = await open(answerPages);
  expect(rows.map((each) => each.querySelector('a')?.textContent)).toEqual([
    'Safar',
    'Not opened yet',
    'Qoraal 2.',
    'Qoraal 3.',
  ]);
  expect(rows[0]?.textContent).toMatch(/20\/11\/2026.*8 seconds · High Confidence · an estimate/);
  expect(rows[1]?.textContent).toMatch(/Unknown(?! · an estimate)/);
  expect(rows[2]?.textContent).toMatch(/High Confidence(?! · an estimate)/);
  await page.click('Show more');
  expect(page.root.querySelectorAll('li')).toHaveLength(5);
  expect(() => page.button('Show more')).toThrow();
});

it('lists a page once, however often it is asked for', async () => {
  const late = Promise.withResolvers<unknown>();
  await open((endpoint, input) =>
    JSON.stringify(input).includes('after') ? late.promise : answerPages(endpoint, input),
  );
  await page.click('Show more');
  await page.click('Show more');
  expect(page.button('Show more').getAttribute('aria-disabled')).toBe('true');
  await act(async () => late.resolve({ success: true, data: pages.place }));
  expect(page.root.querySelectorAll('li')).toHaveLength(5);
});

it('has the latest few elsewhere, and the way to all', async () => {
  expect(await open(answerPages, 3)).toHaveLength(3);
  expect(page.root.querySelector('a[href="/results"]')?.textContent).toBe('All results');
});

it('shows how far each recording is that waits or is worked on', async () => {
  const long = { ...queued, id: 'w', state: 'running', secondsDone: 1_290, durationSeconds: 2_580, secondsLeft: 500 };
  await open(() => ({ success: true, data: { results: [], next: null, underWay: [long, queued] } }));
  const bars = [...page.root.querySelectorAll('[role="progressbar"]')];
  expect(bars.map((bar) => bar.getAttribute('aria-valuenow'))).toEqual(['50', '0']);
  expect(page.root.textContent).toContain('21 of 43 minutes done · about 9 minutes left');
  expect(page.root.textContent).toContain('Waiting');
});

it('says how many are at work instead of "nothing", and shows each as soon as it is done, above what is there', async () => {
  let data: unknown = { results: [], next: null, underWay: [queued, { ...queued, id: 'r' }] };
  await open(() => ({ success: true, data }));
  expect(page.text()).toContain('2 recordings are being worked on.');
  expect(page.text()).not.toContain('Nothing yet.');
  data = { results: [row(2)], next: null, underWay: [queued] };
  await page.advance(4_999);
  expect(page.root.querySelectorAll('li')).toHaveLength(0);
  await page.advance(1);
  expect(page.text()).toContain('1 recording is being worked on.');
  data = { results: [row(3), row(2)], next: null, underWay: [] };
  await page.advance(5_000);
  expect([...page.root.querySelectorAll('li a')].map((link) => link.textContent)).toEqual(['Qoraal 3.', 'Qoraal 2.']);
  expect(page.text()).not.toContain('being worked on');
  const asked = page.calls.length;
  await page.advance(60_000);
  expect(page.calls).toHaveLength(asked);
});

it('keeps further pages, and asks again after a fault, while something is at work', async () => {
  let isAway = false;
  await open((endpoint, input) => {
    if (isAway) throw new CallFailure('network');
    const { data } = answerPages(endpoint, input) as { data: object };
    return { success: true, data: { ...data, underWay: [queued] } };
  });
  await page.click('Show more');
  isAway = true;
  await page.advance(5_000);
  expect(page.toasts()).toEqual([]);
  isAway = false;
  await page.advance(5_000);
  expect(page.root.querySelectorAll('li')).toHaveLength(5);
  expect(() => page.button('Show more')).toThrow();
});

it('leads who has no results yet to the demo', async () => {
  await open(() => ({ success: true, data: { results: [], next: null } }));
  expect(page.text()).toContain('Nothing yet.');
  expect(page.root.querySelector('a[href="/demo"]')?.textContent).toBe('Start the Demo');
});

it('says that the account is out of reach, and goes on when asked', async () => {
  let isAway = true;
  await open((endpoint, input) => {
    if (isAway) throw new CallFailure('network');
    return answerPages(endpoint, input);
  });
  expect(page.text()).toContain('We can’t reach your account. No results are kept on this device.');
  isAway = false;
  await page.click('Try Again');
  expect(page.root.querySelectorAll('li')).toHaveLength(4);
});

it('keeps what it shows where the next page does not come, and asks again when told to', async () => {
  let isAway = false;
  await open((endpoint, input) => {
    if (isAway) throw new CallFailure('network');
    return answerPages(endpoint, input);
  });
  isAway = true;
  await page.click('Show more');
  expect(page.toasts()).toHaveLength(1);
  expect(page.text()).not.toContain('on this device');
  expect(page.root.querySelectorAll('li')).toHaveLength(4);
  isAway = false;
  await page.click('Show more');
  expect(page.root.querySelectorAll('li')).toHaveLength(5);
});

it('searches and orders as it is told, and says so where nothing is found', async () => {
  const asked: unknown[] = [];
  await open((_, input) => {
    const { query = {} } = input as { query?: Record<string, string> };
    asked.push(query);
    return { success: true, data: { results: query.search === 'xalane' ? [] : [row(0)], next: null } };
  });
  expect(page.text()).toContain('Text 0.');
  await page.type(page.find('input[type="search"]'), ' xalane ');
  await act(async () => page.root.querySelector('form')?.requestSubmit());
  await page.settle();
  expect(page.text()).toContain('Nothing was found.');
  expect(page.text()).not.toContain('Nothing yet.');
  await page.type(page.find('input[type="search"]'), '');
  await page.settle();
  await act(async () => page.find('[type="checkbox"]').click());
  await page.settle();
  expect(asked).toEqual(
    [{}, { search: 'xalane' }, { search: '' }, { search: '', sort: 'name' }].map(({ search, ...rest }) => ({
      ...(search && { search }),
      ...rest,
    })),
  );
});

it('deletes what is chosen, after one question, and nothing else', async () => {
  const deleted: unknown[] = [];
  await open((endpoint, input) => {
    if (endpoint.method !== 'DELETE') return answerPages(endpoint, input);
    deleted.push((input as { params?: unknown }).params);
    return { success: true, message: 'Deleted' };
  });
  for (const name of ['Safar', 'Qoraal 2.']) await act(async () => page.find(`[aria-label="Choose: ${name}"]`).click());
  expect(page.text()).toContain('2 results chosen');
  await page.click('Delete these');
  expect(deleted).toEqual([]);
  await page.click('Delete');
  await page.settle();
  expect(deleted).toEqual([{ id: 'r0' }, { id: 'r2' }]);
  expect([...page.root.querySelectorAll('li a')].map((link) => link.textContent)).toEqual([
    'Not opened yet',
    'Qoraal 3.',
  ]);
  expect(page.text()).not.toContain('chosen');
});

it('has no play button where the text has not been opened', async () => {
  await open(answerPages);
  const labels = [...page.root.querySelectorAll('li [aria-label^="Play"]')].map((each) =>
    each.getAttribute('aria-label'),
  );
  expect(labels).toEqual(['Play: Safar', 'Play: Qoraal 2.', 'Play: Qoraal 3.']);
});

it('plays a recording from the server, and one at a time', async () => {
  await open((endpoint, input) => {
    if (endpoint.path !== '/transcription/:id') return answerPages(endpoint, input);
    const { id } = (input as unknown as { params: { id: string } }).params;
    return { success: true, data: { transcription: { audioPath: `/audio/${id}` } } };
  });
  const sounds = () => [...page.root.querySelectorAll('audio')].map((each) => each.getAttribute('src'));
  await page.click('Play: Safar');
  await page.settle();
  expect(sounds()).toEqual(['/audio/r0']);
  await page.click('Play: Qoraal 2.');
  await page.settle();
  expect(sounds()).toEqual(['/audio/r2']);
  await page.click('Stop: Qoraal 2.');
  expect(sounds()).toEqual([]);
});
