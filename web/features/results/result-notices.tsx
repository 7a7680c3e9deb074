import { TrialNotice } from '../../components/ui/trial-notice.tsx';
import { useText } from '../../lib/language-context.ts';
import type { DemoResult } from './demo-result.ts';
import styles from './results.module.css';

/** What a reader must know before relying on the text, each thing once. */
export function ResultNotices({ result }: { result: DemoResult }) {
  const text = useText('demo').results;
  const isStarter = result.engine.isStarter || result.warnings.includes('STARTER_MODELS');
  // Whoever reads that these are practice models has been told that their scores are rough, too.
  const others = result.warnings
    .filter((warning) => warning !== 'STARTER_MODELS')
    .filter((warning) => warning !== 'UNCALIBRATED' || !isStarter);
  return (
    <>
      {isStarter && <TrialNotice />}
      {others.map((warning) => (
        <p key={warning} className={styles.notice}>
          {text.warnings[warning]}
        </p>
      ))}
    </>
  );
}
