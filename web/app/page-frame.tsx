import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useSession } from '../features/auth/session-context.tsx';
import { useLanguage, useText } from '../lib/language-context.ts';
import { loadTexts } from '../lib/text-registry.ts';
import styles from './page-frame.module.css';
import type { PageKey } from './routes.ts';
import type { SentLink } from './sent-notice.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';

const loadDialog = () => import('../features/auth/sign-up-dialog.tsx');
const SignUpDialog = lazy(async () => ({ default: (await loadDialog()).SignUpDialog }));
const SentNotice = lazy(async () => ({ default: (await import('./sent-notice.tsx')).SentNotice }));

/** What surrounds every page: the way past the bar, the bar with sign-up, and the footer. */
export function PageFrame({ page, children }: { page: PageKey; children: ReactNode }) {
  const { nav } = useText('common');
  const { language } = useLanguage();
  const { trouble } = useSession();
  const [isSigningUp, setIsSigningUp] = useState(false);
  const [sent, setSent] = useState<SentLink>();
  const fetchAhead = () => {
    void loadDialog();
    void loadTexts(language, 'auth');
  };
  return (
    <div className={styles.frame}>
      <a href="#main" className={styles.skip}>
        {nav.skip}
      </a>
      <SiteHeader onSignUp={() => setIsSigningUp(true)} onSignUpNear={fetchAhead} />
      {trouble !== undefined && (
        <p className={styles.notice} role="status">
          {nav.trouble[trouble]}
        </p>
      )}
      <Suspense fallback={null}>
        {isSigningUp && (
          <SignUpDialog
            onClose={() => setIsSigningUp(false)}
            onSuccess={(link) => {
              setIsSigningUp(false);
              setSent(link);
            }}
          />
        )}
      </Suspense>
      <main id="main" tabIndex={-1} className={styles.main} data-page={page}>
        <Suspense fallback={null}>
          {sent !== undefined && (
            <SentNotice
              sent={sent}
              onClose={() => setSent(undefined)}
              onTryAgain={() => {
                setSent(undefined);
                setIsSigningUp(true);
              }}
            />
          )}
        </Suspense>
        {children}
      </main>
      <SiteFooter />
    </div>
  );
}
