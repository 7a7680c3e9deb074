import { Link } from 'wouter';
import { fillPlaces } from '#shared/errors/format-sentence.ts';
import { retentionDays } from '#shared/limits.ts';
import { useText } from '../../lib/language-context.ts';
import { Section } from './section.tsx';
import styles from './trust-section.module.css';

export function TrustSection() {
  const text = useText('landing').trust;
  return (
    <Section heading={text.heading}>
      <ul className={styles.points}>
        {text.points.map((point) => (
          <li key={point}>{fillPlaces(point, { days: retentionDays })}</li>
        ))}
      </ul>
      <Link href="/privacy">{text.privacy}</Link>
    </Section>
  );
}
