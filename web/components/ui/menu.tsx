import { type ReactNode, useRef } from 'react';
import buttons from './button.module.css';
import { classNames, Icon, onEscape } from './elements.tsx';
import styles from './menu.module.css';

/** What is seldom done, behind three dots; it closes when the focus or the pointer goes elsewhere. */
export function Menu({ label, children }: { label: string; children: ReactNode }) {
  const element = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (element.current !== null) element.current.open = false;
  };
  return (
    <details
      ref={element}
      className={styles.menu}
      onKeyDown={onEscape(() => {
        // Escape of a question that was asked from here is the question's.
        if (element.current?.querySelector('dialog[open]') !== null) return;
        close();
        element.current?.querySelector('summary')?.focus();
      })}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) close();
      }}
    >
      <summary
        className={classNames(buttons.button, buttons.outline, buttons['size-icon'])}
        aria-label={label}
        title={label}
      >
        <Icon className={styles.dots} d="M5 12h.01M12 12h.01M19 12h.01" />
      </summary>
      <div className={styles.items}>{children}</div>
    </details>
  );
}
