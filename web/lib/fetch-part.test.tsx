// @vitest-environment jsdom
import { Suspense } from 'react';
import { afterEach, expect, it } from 'vitest';
import { renderForTest, type TestScreen } from '../app/render-for-test.tsx';
import { fetchPart } from './fetch-part.tsx';

let screen: TestScreen;
afterEach(() => screen.close());

const Said = ({ words }: { words: string }) => words;

let seen: string[] = [];
const Waiting = () => {
  seen.push('waiting');
  return null;
};

it.each([
  [true, 'here'],
  [false, 'waiting'],
])('what was fetched ahead is drawn at once (%s: %s)', async (isAhead, drawnFirst) => {
  seen = [];
  const Part = fetchPart(async () => Said);
  if (isAhead) {
    Part.fetchAhead();
    await Promise.resolve();
    await Promise.resolve();
  }
  screen = await renderForTest(
    <Suspense fallback={<Waiting />}>
      <Part words="here" />
    </Suspense>,
  );
  await screen.advance(1_000);
  expect([...seen, screen.text()][0]).toBe(drawnFirst);
  expect(screen.text()).toBe('here');
});

it('what could not be fetched ahead is fetched again when it is drawn', async () => {
  let tries = 0;
  const Part = fetchPart(async () => {
    tries += 1;
    if (tries === 1) throw new TypeError('Failed to fetch dynamically imported module');
    return Said;
  });
  Part.fetchAhead();
  await Promise.resolve();
  await Promise.resolve();
  screen = await renderForTest(
    <Suspense>
      <Part words="here" />
    </Suspense>,
  );
  await screen.advance(1_000);
  expect(screen.text()).toBe('here');
});
