import { ButtonLink } from '../../components/ui/button.tsx';
import { useText } from '../../lib/language-context.ts';
import styles from './preview-section.module.css';
import { Section } from './section.tsx';
import steps from './steps.module.css';

/** The demo in four steps, with the stats row (spec §2); the hero's button leads here. */
export function PreviewSection() {
  const text = useText('landing').preview;
  const { label, ...stats } = text.stats;
  return (
    <Section id="demo" heading={text.heading} lead={text.lead} isTinted>
      <ol className={steps.steps}>
        {text.steps.map(({ title, body }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{body}</p>
          </li>
        ))}
      </ol>
      <ul className={styles.stats} aria-label={label}>
        {Object.values(stats).map((stat) => (
          <li key={stat.label}>
            <strong>{stat.value}</strong> {stat.label}
          </li>
        ))}
      </ul>
      <p className={styles.start}>
        <ButtonLink href="/demo" size="lg" variant="accent">
          {text.start}
        </ButtonLink>
      </p>
    </Section>
  );
}
