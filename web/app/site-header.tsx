import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { fillPlaces } from '#shared/errors/fill-places.ts';
import { Button, classNames, Icon, LogoMark, onEscape, VisuallyHidden } from '../components/ui/elements.tsx';
import { useEntry } from '../features/auth/entry.tsx';
import { useSession } from '../features/auth/session-context.tsx';
import { useAttemptsLeft } from '../features/auth/use-attempts-left.ts';
import { useSignOutQuestion } from '../features/auth/use-sign-out-question.tsx';
import { LanguageSwitcher } from '../features/language/language-switcher.tsx';
import { attemptsTone } from '../lib/attempts-tone.ts';
import { useWindowEvent } from '../lib/browser-state.ts';
import { useText } from '../lib/language-context.ts';
import { leavePage } from '../lib/leaving.ts';
import corner from './account-corner.module.css';
import styles from './site-header.module.css';

const entries = [
  { purpose: 'sign-in', variant: 'outline', label: 'signIn' },
  { purpose: 'sign-up', variant: 'default', label: 'signUp' },
] as const;

/** As the `ref` of the opened menu, which in the order of reading stands before its button: to its first link that shows. */
const enterMenu = (menu: HTMLElement | null) => {
  for (const link of menu?.querySelectorAll('a') ?? []) {
    link.focus({ preventScroll: true });
    if (document.activeElement === link) return;
  }
};

/** The bar of spec §2: one row at every width; below 1,024 px its links fold into a menu. */
export function SiteHeader() {
  const { nav, productName } = useText('common');
  const { isAuthenticated } = useSession();
  const entry = useEntry();
  const [path] = useLocation();
  const [isOpen, setIsOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const close = () => setIsOpen(false);
  const fetchAhead = () => void entry.fetchAhead().catch(() => undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: going to another page closes the menu
  useEffect(close, [path]);
  useWindowEvent('hashchange', close);

  const pageLink = (href: string, name: string) => (
    <li>
      <Link href={href} aria-current={path === href ? 'page' : undefined} onClick={close}>
        {name}
      </Link>
    </li>
  );
  return (
    <header className={styles.header}>
      <div className={styles.cloth} aria-hidden="true" />
      <nav
        className={styles.bar}
        aria-label={nav.label}
        onKeyDown={onEscape(() => {
          if (isOpen) toggle.current?.focus();
          close();
        })}
      >
        <Link href="/" className={styles.brand} aria-label={nav.home}>
          <LogoMark className={styles.mark} />
          <span className={styles.name}>{productName}</span>
        </Link>
        {isAuthenticated && (
          <span className={styles.badgeRoom}>
            <AttemptsBadge isShort className={styles.smallBadge} />
          </span>
        )}
        <div
          id="site-menu"
          ref={isOpen ? enterMenu : undefined}
          className={classNames(styles.menu, isOpen && styles.open)}
        >
          <ul className={styles.links}>
            {isAuthenticated && pageLink('/demo', nav.demo)}
            {isAuthenticated && pageLink('/results', nav.results)}
            <li>
              <a href="/#features">{nav.features}</a>
            </li>
            <li>
              <a href="/#how-it-works">{nav.howItWorks}</a>
            </li>
            {pageLink('/use-cases', nav.useCases)}
          </ul>
          {isAuthenticated ? (
            <AccountCorner onLeave={close} />
          ) : (
            <div className={styles.entry}>
              {entries.map(({ purpose, variant, label }) => (
                <Button
                  key={purpose}
                  variant={variant}
                  onClick={() => {
                    close();
                    entry.open(purpose);
                  }}
                  onPointerEnter={fetchAhead}
                  onFocus={fetchAhead}
                >
                  {nav[label]}
                </Button>
              ))}
            </div>
          )}
        </div>
        <LanguageSwitcher />
        <button
          ref={toggle}
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls="site-menu"
          aria-label={isOpen ? nav.closeMenu : nav.openMenu}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Icon d={isOpen ? 'M6 6l12 12M18 6L6 18' : 'M4 7h16M4 12h16M4 17h16'} />
        </button>
      </nav>
    </header>
  );
}

function AttemptsBadge({ className, isShort = false }: { className?: string | undefined; isShort?: boolean }) {
  const { nav } = useText('common');
  const { user, attemptsRemaining } = useSession();
  const words = useAttemptsLeft();
  const isUnlimited = user?.unlimited === true;
  const tone = isUnlimited ? 'green' : attemptsTone(attemptsRemaining);
  return (
    <span className={classNames(corner.badge, corner[tone], className)} data-tone={tone}>
      {isShort ? (
        <>
          <span aria-hidden="true">{isUnlimited ? '∞' : fillPlaces(nav.attemptsShort, { n: attemptsRemaining })}</span>
          <VisuallyHidden>{words}</VisuallyHidden>
        </>
      ) : (
        words
      )}
    </span>
  );
}

function AccountCorner({ onLeave }: { onLeave: () => void }) {
  const { nav } = useText('common');
  const { user, signOut } = useSession();
  const [, navigate] = useLocation();
  const { askOrLeave, question } = useSignOutQuestion(() => {
    onLeave();
    void signOut();
    navigate('/');
  });
  return (
    <div className={corner.corner}>
      <Link href="/account" className={corner.name} title={nav.account} onClick={onLeave}>
        {user?.fullName}
      </Link>
      <AttemptsBadge className={corner.inMenu} />
      <Button variant="outline" size="sm" onClick={() => leavePage(askOrLeave)}>
        {nav.signOut}
      </Button>
      {question}
    </div>
  );
}
