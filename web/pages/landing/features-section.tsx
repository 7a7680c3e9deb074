import { useText } from '../../lib/language-context.ts';
import { FeatureArt } from './feature-art.tsx';
import styles from './features-section.module.css';
import { Section } from './section.tsx';

export function FeaturesSection() {
  const text = useText('landing').features;
  return (
    <Section id="features" heading={text.heading} isTinted>
      <ul className={styles.grid}>
        {text.items.map(({ title, body }, index) => (
          <li key={title}>
            <FeatureArt index={index} />
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
