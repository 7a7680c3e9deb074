import { Suspense, useEffect } from 'react';
import { useLocation } from 'wouter';
import { findPage, type PageKey, pages } from '#shared/pages.ts';
import { Spinner } from '../components/ui/spinner.tsx';
import { Toaster } from '../components/ui/toaster.tsx';
import { useLanguage, useText } from '../lib/language-context.ts';
import styles from './app.module.css';
import { PageFrame } from './page-frame.tsx';
import { pageComponents } from './routes.ts';
import { ScrollKeeper } from './scroll-keeper.tsx';

/** `fixedPage`: the offline page, which the service worker shows under any address. */
export function App({ fixedPage }: { fixedPage?: PageKey | undefined }) {
  const [path] = useLocation();
  const text = useText('common');
  const key = fixedPage ?? findPage(path);
  const Page = pageComponents[key];
  return (
    <Toaster closeLabel={text.actions.close}>
      <ScrollKeeper />
      <PageFrame page={key}>
        <Suspense fallback={<Waiting />}>
          <PageTitle page={key} />
          <Page key={key} />
        </Suspense>
      </PageFrame>
    </Toaster>
  );
}

/** What shows while the script of a page that cannot be prerendered is on its way. */
export function AppShell() {
  const text = useText('common');
  return (
    <Toaster closeLabel={text.actions.close}>
      <PageFrame page="demo">
        <Waiting />
        <noscript>
          <p className={styles.noScript}>{text.states.needsScript}</p>
        </noscript>
      </PageFrame>
    </Toaster>
  );
}

function PageTitle({ page }: { page: PageKey }) {
  const { language } = useLanguage();
  const { title } = useText(pages[page].areas[0]).page;
  useEffect(() => {
    document.title = title;
    document.documentElement.lang = language;
  }, [title, language]);
  return null;
}

function Waiting() {
  const { states } = useText('common');
  return (
    <div className={styles.waiting}>
      <Spinner label={states.loading} />
    </div>
  );
}
