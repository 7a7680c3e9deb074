import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'wouter';
import styles from './button.module.css';
import { classNames } from './class-names.ts';

/** Spec §3: eight looks and four sizes. */
type ButtonVariant = 'default' | 'destructive' | 'outline' | 'secondary' | 'ghost' | 'link' | 'success' | 'accent';
type ButtonSize = 'default' | 'sm' | 'lg' | 'icon';

type Look = { variant?: ButtonVariant | undefined; size?: ButtonSize | undefined };

export function buttonClass({ variant = 'default', size = 'default' }: Look, extra?: string): string {
  return classNames(styles.button, styles[variant], size !== 'default' && styles[`size-${size}`], extra);
}

export function Button({ variant, size, className, type = 'button', ...rest }: ComponentProps<'button'> & Look) {
  return <button {...rest} type={type} className={buttonClass({ variant, size }, className)} />;
}

type ButtonLinkProps = Look & { href: string; className?: string; children: ReactNode; onClick?: () => void };

/** A link that looks like a button, for going somewhere within the app. */
export function ButtonLink({ variant, size, className, href, ...rest }: ButtonLinkProps) {
  return <Link href={href} className={buttonClass({ variant, size }, className)} {...rest} />;
}
