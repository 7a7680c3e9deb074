import { Suspense, use, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { findPage, type PageKey, pages } from '#shared/pages.ts';
import { Boundary } from '../components/ui/boundary.tsx';
import { Button, ProblemAlert, Spinner } from '../components/ui/elements.tsx';
import { Toaster } from '../components/ui/toaster.tsx';
import { useLanguage, useText } from '../lib/language-context.ts';
import { useNewRelease } from '../lib/new-release.ts';
import { loadTexts } from '../lib/text-registry.ts';
import { MessagePage } from '../pages/message.tsx';
import styles from './app.module.css';
import { PageFrame } from './page-frame.tsx';
import { PageStart } from './page-start.tsx';
import { Page } from './routes.tsx';

/** `fixedPage`: the offline page, which the service worker shows under any address. */
export function App({ fixedPage }: { fixedPage?: PageKey | undefined }) {
  const [path] = useLocation();
  const key = fixedPage ?? findPage(path);
  return (
    <Boundary fallback={<Unfetched />}>
      <Toaster>
        <PageFrame page={key}>
          <Suspense fallback={<Waiting />}>
            <PageStart />
            <PageTitle page={key} />
            <Page key={key} name={key} />
            <ScrollKeeper />
          </Suspense>
        </PageFrame>
      </Toaster>
    </Boundary>
  );
}

function Unfetched() {
  const { actions } = useText('common');
  const isOutdated = useNewRelease(true);
  return (
    <MessagePage>
      <ProblemAlert problem={{ key: isOutdated ? 'NEW_VERSION' : 'NETWORK_TRY_AGAIN' }} />
      <Button onClick={() => window.location.reload()}>{actions.tryAgain}</Button>
    </MessagePage>
  );
}

/** What shows while the script of a page that cannot be prerendered is on its way. */
export function AppShell() {
  const text = useText('common');
  return (
    <Toaster>
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
  const { areas } = pages[page];
  // All of them first: one that comes later would hide the page again while it is read, and take the focus from it.
  const pending = areas.map((area) => loadTexts(language, area));
  for (const texts of pending) use(texts);
  const { title } = useText(areas[0]).page;
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

function moveToStart(): void {
  const place = document.getElementById(window.location.hash.slice(1));
  if (place !== null) place.scrollIntoView();
  else window.scrollTo(0, 0);
  const main = document.getElementById('main');
  // A page that has put the focus on its own heading keeps it there.
  if (main?.contains(document.activeElement) !== true) main?.focus({ preventScroll: true });
}

/** Beside the page, with which it waits: does on a change what a browser does, to the top or `#place`, focus at the start. */
function ScrollKeeper() {
  const [path] = useLocation();
  const lastPath = useRef(path);
  useEffect(() => {
    if (lastPath.current === path) return undefined;
    // With the frame that shows the page: asking for places before it lays the page out twice.
    const frame = requestAnimationFrame(() => {
      lastPath.current = path;
      moveToStart();
    });
    return () => cancelAnimationFrame(frame);
  }, [path]);
  return null;
}
