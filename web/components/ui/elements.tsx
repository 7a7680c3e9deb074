import type { ComponentProps, KeyboardEvent, ReactNode } from 'react';
import { Link } from 'wouter';
import { type Problem, useSentence } from '../../lib/language-context.ts';
import buttons from './button.module.css';
import card from './card.module.css';
import spinner from './spinner.module.css';
import hidden from './visually-hidden.module.css';

export const classNames = (...names: (string | false | undefined)[]): string => names.filter(Boolean).join(' ');

/** Spec §3: eight looks and four sizes. */
type ButtonVariant = 'default' | 'destructive' | 'outline' | 'secondary' | 'ghost' | 'link' | 'success' | 'accent';
type ButtonSize = 'default' | 'sm' | 'lg' | 'icon';

type Look = { variant?: ButtonVariant | undefined; size?: ButtonSize | undefined };

export function buttonClass({ variant = 'default', size = 'default' }: Look, extra?: string): string {
  return classNames(buttons.button, buttons[variant], size !== 'default' && buttons[`size-${size}`], extra);
}

export function Button({ variant, size, className, type = 'button', ...rest }: ComponentProps<'button'> & Look) {
  return <button {...rest} type={type} className={buttonClass({ variant, size }, className)} />;
}

export function ButtonLink({ variant, size, ...link }: Look & { href: string; children: ReactNode }) {
  return <Link {...link} className={buttonClass({ variant, size })} />;
}

export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={classNames(card.card, className)} />;
}

export function TextList({ items, className }: { items: readonly string[]; className?: string | undefined }) {
  return (
    <ul className={className}>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}

type ProblemProps = { problem: Problem | undefined; className?: string | undefined };

export function ProblemAlert({ problem, className }: ProblemProps) {
  const sentence = useSentence();
  if (problem === undefined) return null;
  return (
    <p className={className} role="alert">
      {sentence(problem.key, problem.values)}
    </p>
  );
}

export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={hidden.hidden}>{children}</span>;
}

export function Spinner({ label }: { label?: string }) {
  return (
    <span className={spinner.spinner}>
      <svg viewBox="0 0 48 48" aria-hidden="true">
        <rect x="11" y="11" width="26" height="26" rx="3" />
        <rect x="11" y="11" width="26" height="26" rx="3" transform="rotate(45 24 24)" />
      </svg>
      {label !== undefined && <VisuallyHidden>{label}</VisuallyHidden>}
    </span>
  );
}

/** As the `onKeyDown` of what Escape leaves. */
export const onEscape = (leave: () => void) => (event: KeyboardEvent) => {
  if (event.key === 'Escape') leave();
};

/** As the `ref` of what has just come: the focus goes there. */
export const takeFocus = (node: HTMLElement | null) => node?.focus();

/** The same where the page must not move. */
export const takeFocusInPlace = (node: HTMLElement | null) => node?.focus({ preventScroll: true });

type HeadingProps = {
  /** True where the step has just replaced another: the reader's focus goes with it. */
  takesFocus: boolean;
  className?: string | undefined;
  children: ReactNode;
};

export function StepHeading({ takesFocus, className, children }: HeadingProps) {
  return (
    <h1 ref={takesFocus ? takeFocus : undefined} tabIndex={-1} className={className}>
      {children}
    </h1>
  );
}

type IconProps = { d: string; size?: 24 | 48; isCircled?: boolean; className?: string | undefined };

export function Icon({ d, size = 24, isCircled = false, className }: IconProps) {
  return (
    <svg viewBox={`0 0 ${size} ${size}`} aria-hidden="true" className={className}>
      {isCircled && <circle cx={size / 2} cy={size / 2} r={(size * 5) / 12} />}
      <path d={d} />
    </svg>
  );
}

export const PlayIcon = ({ isPlaying, className }: { isPlaying: boolean; className?: string | undefined }) => (
  <Icon className={className} d={isPlaying ? 'M7 5h4v14H7zM13 5h4v14h-4z' : 'M8 4.5v15l12-7.5z'} />
);

export function LogoMark({ className }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true" className={className}>
      <path fill="#3f87d6" d="M8 4h32a6 6 0 0 1 6 6v22a6 6 0 0 1-6 6H24l-10 8v-8H8a6 6 0 0 1-6-6V10a6 6 0 0 1 6-6z" />
      <path fill="#fff" d="M24 8l3.1 9.4h9.9l-8 5.8 3.1 9.4-8.1-5.8-8.1 5.8 3.1-9.4-8-5.8h9.9z" />
    </svg>
  );
}
