import { useEffect, useId, useRef } from 'react';
import { useText } from '../../lib/language-context.ts';
import styles from './sign-up.module.css';

type Props = {
  /** What is wrong, each with the field it is about, if any. */
  problems: readonly { message: string; fieldId?: string }[];
  /** Changes with each refused submit: the summary then takes the focus. */
  refusals: number;
};

/** What is wrong, in one place, with links to the fields; it takes the focus and prefixes the page's title. */
export function ErrorSummary({ problems, refusals }: Props) {
  const text = useText('auth').problem;
  const headingId = useId();
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    if (refusals > 0) element.current?.focus();
  }, [refusals]);
  useEffect(() => {
    const { title } = document;
    document.title = `${text.titlePrefix}${title}`;
    return () => {
      document.title = document.title.replace(text.titlePrefix, '');
    };
  }, [text]);
  return (
    <section ref={element} className={styles.summary} tabIndex={-1} aria-labelledby={headingId}>
      <h3 id={headingId}>{text.heading}</h3>
      <ul>
        {problems.map(({ message, fieldId }) => (
          <li key={message}>
            {fieldId === undefined ? (
              message
            ) : (
              <a
                href={`#${fieldId}`}
                onClick={(event) => {
                  event.preventDefault();
                  document.getElementById(fieldId)?.focus();
                }}
              >
                {message}
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
