// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { createStore, useStore } from './store.ts';

const store = createStore('Keys');
const Shown = () => <p>{useStore(store)}</p>;

it('hydrates a prerendered page with the first value, then shows one that came before the page was hydrated', async () => {
  const container = document.createElement('div');
  container.innerHTML = renderToString(<Shown />);
  store.set('Install the app');
  const errors: unknown[] = [];
  const root = await act(() =>
    hydrateRoot(container, <Shown />, { onRecoverableError: (error) => errors.push(error) }),
  );
  expect(errors).toEqual([]);
  expect(container.textContent).toBe('Install the app');
  act(() => root.unmount());
});
