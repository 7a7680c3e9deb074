import { useText } from '../../lib/language-context.ts';
import type { DemoResult } from './demo-result.ts';
import styles from './results.module.css';

/** What a reader must know before relying on the text. */
export function ResultNotices({ result }: { result: DemoResult }) {
  const text = useText('demo').results;
  const isStarter = result.engine.isStarter || result.warnings.includes('STARTER_MODELS');
  const others = result.warnings.filter((warning) => warning !== 'STARTER_MODELS');
  return (
    <>
      {isStarter && (
        <div className={styles.notice} data-notice="starter">
          <p className={styles.noticeTitle}>{text.starter.title}</p>
          <p>{text.starter.text}</p>
        </div>
      )}
      {others.map((warning) => (
        <p key={warning} className={styles.notice}>
          {text.warnings[warning]}
        </p>
      ))}
    </>
  );
}
