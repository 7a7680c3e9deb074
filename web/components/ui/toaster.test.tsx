// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import { renderForTest } from '../../app/render-for-test.tsx';
import { useLanguage } from '../../lib/language-context.ts';
import { useToasts } from './toaster.tsx';

let page: Awaited<ReturnType<typeof renderForTest>>;
afterEach(() => page.close());

function Screen() {
  const { show, announce } = useToasts();
  const { setLanguage } = useLanguage();
  return (
    <>
      <button type="button" onClick={() => show('info', 'Attempt recorded.')}>
        show
      </button>
      <button type="button" onClick={() => announce('Getting ready')}>
        announce
      </button>
      <button type="button" onClick={() => setLanguage('so')}>
        Somali
      </button>
    </>
  );
}

it('leaves nothing of one language on show or to be read out under the other', async () => {
  page = await renderForTest(<Screen />);
  await page.click(page.button('show'));
  await page.click(page.button('announce'));
  expect(page.find('[role=status]').textContent).toBe('Getting readyAttempt recorded.');
  await page.click(page.button('Somali'));
  await page.settle();
  expect(document.documentElement.lang).toBe('so');
  expect(page.find('[role=status]').textContent).toBe('');
});
