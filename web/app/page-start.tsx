import { useEffect } from 'react';
import { useSession } from '../features/auth/session-context.tsx';
import { useLanguage } from '../lib/language-context.ts';

/**
 * Beside the page, inside its `Suspense`: what may change the words of a page begins only once React has taken over the
 * page that was sent, which it compares with what it renders itself.
 */
export function PageStart() {
  const { showPreferred } = useLanguage();
  const { refreshSession } = useSession();
  useEffect(showPreferred, [showPreferred]);
  useEffect(() => void refreshSession(), [refreshSession]);
  return null;
}
