// @vitest-environment jsdom
import { act, fireEvent } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderForTest } from '../../app/render-for-test.tsx';
import { useToasts } from './toaster.tsx';

let page: Awaited<ReturnType<typeof renderForTest>>;
afterEach(() => page.close());

function Screen() {
  const { show } = useToasts();
  return (
    <>
      <button type="button" onClick={() => show('info', 'Attempt recorded.')}>
        show
      </button>
      <button type="button" onClick={() => show('success', 'Copied.', { durationMilliseconds: 3_000 })}>
        copy
      </button>
    </>
  );
}

it('shows a message for its own time, 5 seconds unless told, the newest alone', async () => {
  page = await renderForTest(<Screen />);
  await page.click('copy');
  await page.advance(2_999);
  expect(page.toasts()).toEqual(['Copied.']);
  await page.click('show');
  expect(page.toasts()).toEqual(['Attempt recorded.']);
  await page.advance(4_999);
  expect(page.toasts()).toEqual(['Attempt recorded.']);
  await page.advance(1);
  expect(page.toasts()).toEqual([]);
});

it('keeps it while the reader rests on it, and can be put away', async () => {
  page = await renderForTest(<Screen />);
  await page.click('copy');
  await act(async () => void fireEvent.mouseMove(page.find('[data-toast]')));
  await page.advance(60_000);
  expect(page.toasts()).toEqual(['Copied.']);
  await act(async () => void fireEvent.mouseLeave(page.find('[data-toast]')));
  await page.advance(3_000);
  expect(page.toasts()).toEqual([]);
  await page.click('copy');
  await page.click('Close');
  expect(page.toasts()).toEqual([]);
});

it('goes by itself where it comes under a pointer that rests', async () => {
  page = await renderForTest(<Screen />);
  await page.click('copy');
  await act(async () => void fireEvent.mouseEnter(page.find('[data-toast]')));
  await page.advance(3_000);
  expect(page.toasts()).toEqual([]);
});
