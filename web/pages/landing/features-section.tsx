import { Card } from '../../components/ui/card.tsx';
import { useText } from '../../lib/language-context.ts';
import { FeatureArt } from './feature-art.tsx';
import styles from './features-section.module.css';
import { Section } from './section.tsx';

export function FeaturesSection() {
  const text = useText('landing').features;
  return (
    <Section id="features" heading={text.heading} lead={text.lead} isTinted>
      <div className={styles.grid}>
        {text.items.map(({ title, body }, index) => (
          <Card key={title}>
            <FeatureArt index={index} />
            <h3>{title}</h3>
            <p>{body}</p>
          </Card>
        ))}
      </div>
    </Section>
  );
}
