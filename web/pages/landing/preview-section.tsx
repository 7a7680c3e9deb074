import { lazy, Suspense, useRef, useState } from 'react';
import { ButtonLink } from '../../components/ui/elements.tsx';
import { useOnScreen } from '../../lib/browser-state.ts';
import { useText } from '../../lib/language-context.ts';
import numbered from './numbered-steps.module.css';
import styles from './preview-section.module.css';
import { Section } from './sections.tsx';

const Miniature = lazy(async () => ({ default: (await import('./miniature.tsx')).Miniature }));

/** The demo in four steps, to be tried on the spot, with the stats row (spec §2); the hero's button leads here. */
export function PreviewSection() {
  const text = useText('landing').preview;
  const { label, ...stats } = text.stats;
  const stage = useRef<HTMLDivElement>(null);
  const isNear = useOnScreen(stage);
  const [step, setStep] = useState(0);
  return (
    <Section id="demo" heading={text.heading} isTinted>
      <div className={styles.demo}>
        <ol className={`${numbered.steps} ${styles.steps}`}>
          {text.steps.map((title, at) => (
            <li key={title} aria-current={isNear && at === step ? 'step' : undefined}>
              {title}
            </li>
          ))}
        </ol>
        <div ref={stage} className={styles.stage}>
          <Suspense fallback={null}>{isNear && <Miniature step={step} onStep={setStep} />}</Suspense>
        </div>
      </div>
      <ul className={styles.stats} aria-label={label}>
        {Object.values(stats).map((stat) => (
          <li key={stat.label}>
            <strong>{stat.value}</strong> {stat.label}
          </li>
        ))}
      </ul>
      <p className={styles.start}>
        <ButtonLink href="/demo" size="lg">
          {text.start}
        </ButtonLink>
      </p>
    </Section>
  );
}
