import { lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import type { PageKey } from '#shared/pages.ts';
import { type Entry, EntryContext } from '../features/auth/entry.tsx';
import { useSession } from '../features/auth/session-context.tsx';
import type { LinkSent, SignUpPurpose } from '../features/auth/use-sign-up.ts';
import { useLanguage, useSentence, useText } from '../lib/language-context.ts';
import { useNewRelease } from '../lib/new-release.ts';
import { loadTexts } from '../lib/text-registry.ts';
import styles from './page-frame.module.css';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';

const loadDialog = () => import('../features/auth/sign-up-form.tsx');
const SignUpDialog = lazy(async () => ({ default: (await loadDialog()).SignUpDialog }));
const SentNotice = lazy(async () => ({ default: (await import('./sent-notice.tsx')).SentNotice }));

export function PageFrame({ page, children }: { page: PageKey; children: ReactNode }) {
  const { nav } = useText('common');
  const { language } = useLanguage();
  const sentence = useSentence();
  const { notice, isAuthenticated } = useSession();
  const [asked, setAsked] = useState<{ purpose: SignUpPurpose; isPopup: boolean }>();
  const isOutdated = useNewRelease();
  const [sent, setSent] = useState<LinkSent>();
  if (isAuthenticated && sent !== undefined) setSent(undefined);
  if (isAuthenticated && asked !== undefined) setAsked(undefined);
  const fetchAhead = useCallback(() => Promise.all([loadDialog(), loadTexts(language, 'auth')]), [language]);
  const open = useCallback((purpose: SignUpPurpose, isPopup = false) => setAsked({ purpose, isPopup }), []);
  const entry = useMemo<Entry>(() => ({ open, fetchAhead, sent }), [open, fetchAhead, sent]);
  return (
    <EntryContext value={entry}>
      <div className={styles.frame}>
        <a href="#main" className={styles.skip}>
          {nav.skip}
        </a>
        <SiteHeader />
        {notice !== undefined && (
          <p className={styles.notice} role="status">
            {notice === 'ended' ? sentence('SESSION_EXPIRED') : nav.session[notice]}
          </p>
        )}
        {isOutdated && (
          <p className={styles.notice} role="status">
            {sentence('NEW_VERSION')}
          </p>
        )}
        <Suspense fallback={null}>
          {asked !== undefined && (
            <SignUpDialog
              {...asked}
              sentBefore={sent}
              onClose={() => setAsked(undefined)}
              onSuccess={(link) => {
                setAsked(undefined);
                setSent(link);
              }}
            />
          )}
        </Suspense>
        <main id="main" tabIndex={-1} className={styles.main} data-page={page}>
          <Suspense fallback={null}>
            {sent !== undefined && asked === undefined && (
              <SentNotice
                sent={sent}
                onClose={() => setSent(undefined)}
                onTryAgain={() => open(sent.purpose ?? 'sign-up')}
              />
            )}
          </Suspense>
          {children}
        </main>
        <SiteFooter />
      </div>
    </EntryContext>
  );
}
