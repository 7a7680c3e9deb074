import { useEffect } from 'react';
import { useText } from './language-context.ts';

/** Names a screen within a page; the page's own title comes back with the next page. */
export function useScreenTitle(title: string): void {
  const { productName } = useText('common');
  useEffect(() => {
    document.title = `${title} – ${productName}`;
  }, [title, productName]);
}
