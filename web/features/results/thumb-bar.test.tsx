// @vitest-environment jsdom
import { act } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderForTest } from '../../app/render-for-test.tsx';
import { ResultActions } from './result-actions.tsx';

let page: Awaited<ReturnType<typeof renderForTest>>;
afterEach(() => page.close());

const words = { title: 'T', text: 't', copyText: 't', copied: 'c' };
const edited = { title: null, transcript: 't', translation: 't', translationOf: 't' };
const kept = { result: { ...edited, id: 'Q7xZ3v9L', segments: [] }, edited };

it('has play and pause in reach of the thumb while the player is out of view', async () => {
  const toggle = vi.fn();
  const player = document.createElement('section');
  const texts = { kept, somali: { shown: words }, english: words, tab: 'so', attemptsRemaining: 1 };
  const audio = { player: { toggle }, state: { isPlaying: true } };
  const props = { ...texts, audio, listening: { current: player }, onEdit: vi.fn() };
  page = await renderForTest(<ResultActions {...(props as unknown as ComponentProps<typeof ResultActions>)} />);
  const scrollTo = (bottom: number) => {
    player.getBoundingClientRect = () => ({ bottom }) as DOMRect;
    return act(async () => void window.dispatchEvent(new Event('scroll')));
  };
  await scrollTo(200);
  expect(() => page.button('Pause')).toThrow();
  await scrollTo(-10);
  await page.click('Pause');
  expect(toggle).toHaveBeenCalledOnce();
  await scrollTo(200);
  expect(() => page.button('Pause')).toThrow();
});
