// @vitest-environment jsdom
import { lazy, Suspense } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderForTest, type TestScreen } from '../../app/render-for-test.tsx';
import { Boundary } from './boundary.tsx';

let screen: TestScreen;
afterEach(() => {
  screen.close();
  vi.restoreAllMocks();
});

it('a part that cannot be fetched is missing, and what surrounds it stays', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const Part = lazy(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
  screen = await renderForTest(
    <main>
      The page
      <Boundary fallback=" Try again">
        <Suspense fallback={null}>
          <Part />
        </Suspense>
      </Boundary>
    </main>,
  );
  expect(screen.text()).toBe('The page Try again');
});
