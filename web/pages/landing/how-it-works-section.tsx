import { fillPlaces } from '#shared/errors/format-sentence.ts';
import { recordingMaxSeconds, recordingMinSeconds } from '#shared/limits.ts';
import { useText } from '../../lib/language-context.ts';
import styles from './how-it-works-section.module.css';
import numbered from './numbered-steps.module.css';
import { Section } from './section.tsx';

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
