// @vitest-environment jsdom
import { expect, it, onTestFinished, vi } from 'vitest';
import { hasNewRelease } from './new-release.ts';

const own = '/assets/main-1.js';

/** What the server answers now, to a page that runs version 1. */
function serve(page: string, scriptStatus: number) {
  document.head.innerHTML = `<script type="module" src="${own}"></script>`;
  vi.stubGlobal('fetch', async (address: string) =>
    address === own ? new Response('', { status: scriptStatus }) : new Response(page),
  );
  onTestFinished(() => void vi.unstubAllGlobals());
}

it('tells a new release by the script that the page names, or by its own being gone', async () => {
  serve(`<script type="module" src="${own}"></script>`, 200);
  expect(await hasNewRelease()).toBe(false);
  serve('<script type="module" src="/assets/main-2.js"></script>', 200);
  expect(await hasNewRelease()).toBe(true);
  serve(`<script type="module" src="${own}"></script>`, 404);
  expect(await hasNewRelease()).toBe(true);
});

it('takes no line for no release', async () => {
  serve('', 200);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  expect(await hasNewRelease()).toBe(false);
});
