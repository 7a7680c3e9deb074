import { Link } from 'wouter';
import { fillPlaces } from '#shared/errors/format-sentence.ts';
import { retentionDays } from '#shared/limits.ts';
import { shippedFigures } from '#shared/shipped-answers.ts';
import { useText } from '../../lib/language-context.ts';
import styles from './about-section.module.css';
import { Section } from './section.tsx';

/** Who offers this, how good it is, and what happens to recordings. */
export function AboutSection() {
  const text = useText('landing').about;
  const values = { ...shippedFigures, days: retentionDays };
  return (
    <Section heading={text.heading}>
      <dl className={styles.points}>
        {text.points.map(({ title, body }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{fillPlaces(body, values)}</dd>
          </div>
        ))}
      </dl>
      <Link href="/privacy">{text.privacy}</Link>
    </Section>
  );
}
