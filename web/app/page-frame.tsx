import type { ReactNode } from 'react';
import { useText } from '../lib/language-context.ts';
import type { PageKey } from './routes.ts';

export function PageFrame({ children }: { page: PageKey; children: ReactNode }) {
  const { nav } = useText('common');
  return (
    <>
      <a href="#main">{nav.skip}</a>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </>
  );
}
