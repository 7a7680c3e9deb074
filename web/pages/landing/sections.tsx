import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';
import { fillPlaces } from '#shared/errors/fill-places.ts';
import { recordingMaxSeconds, recordingMinSeconds, retentionDays } from '#shared/limits.ts';
import { shippedFigures } from '#shared/samples.ts';
import { ButtonLink, classNames } from '../../components/ui/elements.tsx';
import { useText } from '../../lib/language-context.ts';
import numbered from './numbered-steps.module.css';
import preview from './preview-section.module.css';
import { SampleCard } from './sample-card.tsx';
import styles from './sections.module.css';

type SectionProps = { id?: string; heading: string; isTinted?: boolean; children: ReactNode };

function Section({ id, heading, isTinted = false, children }: SectionProps) {
  const headingId = useId();
  return (
    <section id={id} aria-labelledby={headingId} className={classNames(styles.band, isTinted && styles.tinted)}>
      <div className={styles.inner}>
        <h2 id={headingId} className={styles.heading}>
          {heading}
        </h2>
        {children}
      </div>
    </section>
  );
}

export function FeaturesSection() {
  const text = useText('landing').features;
  return (
    <Section id="features" heading={text.heading} isTinted>
      <ul className={styles.grid}>
        {text.items.map(({ title, body }, index) => (
          <li key={title}>
            <svg viewBox="0 0 80 72" aria-hidden="true" className={styles.art}>
              {drawings[index]}
            </svg>
            <div>
              <h3>{title}</h3>
              <p>{body}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const drawings = [
  <>
    <path className={styles.teal} d="M14 30v12M22 22v28M30 28v16" />
    <path className={styles.amber} d="M38 36h6" />
    <path className={styles.ink} d="M52 46l6-20 6 20M54.5 40h7" />
  </>,
  <>
    <path className={styles.ink} d="M24 14h32M24 58h32" />
    <path className={styles.teal} d="M28 14c0 14 24 14 24 44M52 14c0 14-24 14-24 44" />
    <path className={styles.amber} d="M34 52h12" />
  </>,
  <>
    <path className={styles.ink} d="M40 20v38M40 20c-6-5-16-5-24-3v38c8-2 18-2 24 3 6-5 16-5 24-3V17c-8-2-18-2-24 3z" />
    <path className={styles.teal} d="M22 28h11M22 36h11" />
    <path className={styles.amber} d="M47 28h11M47 36h8" />
  </>,
];

export function HowItWorksSection() {
  const text = useText('landing').howItWorks;
  const values = { min: recordingMinSeconds, max: recordingMaxSeconds };
  return (
    <Section id="how-it-works" heading={text.heading}>
      <ol className={`${numbered.steps} ${styles.steps}`}>
        {text.steps.map(({ title, body }) => (
          <li key={title}>
            <div>
              <h3>{title}</h3>
              <p>{fillPlaces(body, values)}</p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}

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

/** The demo in four steps, what comes of it, and the stats row (spec §2); the hero's button leads here. */
export function PreviewSection() {
  const text = useText('landing').preview;
  const { label, ...stats } = text.stats;
  return (
    <Section id="demo" heading={text.heading} isTinted>
      <div className={preview.demo}>
        <ol className={`${numbered.steps} ${preview.steps}`}>
          {text.steps.map((title) => (
            <li key={title}>{title}</li>
          ))}
        </ol>
        <SampleCard />
      </div>
      <ul className={preview.stats} aria-label={label}>
        {Object.entries(stats).map(([name, { value, label: unit }]) => (
          <li key={name}>
            <strong>{value}</strong> {unit}
          </li>
        ))}
      </ul>
      <p className={preview.start}>
        <ButtonLink href="/demo" size="lg">
          {text.start}
        </ButtonLink>
      </p>
    </Section>
  );
}
