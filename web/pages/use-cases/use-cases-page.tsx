import { ButtonLink, Card, TextList, VisuallyHidden } from '../../components/ui/elements.tsx';
import { WovenWave } from '../../components/ui/woven-wave.tsx';
import { useText } from '../../lib/language-context.ts';
import styles from './use-cases-page.module.css';

export function UseCasesPage() {
  const text = useText('use-cases');
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <h1>{text.heading}</h1>
        <p>{text.lead}</p>
        <ButtonLink href="/demo" size="lg">
          {text.tryFree}
        </ButtonLink>
      </header>
      {text.categories.map((category) => (
        <section key={category.id} id={category.id} className={styles.category}>
          <div className={styles.name}>
            <h2>{category.title}</h2>
            <p>{category.intro}</p>
          </div>
          <Card>
            <h3>{text.applications}</h3>
            <TextList items={category.applications} />
            <h3>{text.benefits}</h3>
            <TextList items={category.benefits} />
          </Card>
        </section>
      ))}
      <section className={styles.closing}>
        <WovenWave className={styles.wave} />
        <h2>{text.closing.heading}</h2>
        <p>{text.closing.body}</p>
        <p className={styles.actions}>
          <ButtonLink href="/demo" size="lg">
            {text.closing.demo}
          </ButtonLink>
          <ButtonLink href="/" size="lg" variant="outline">
            {text.closing.more}
            <VisuallyHidden> {text.closing.moreAbout}</VisuallyHidden>
          </ButtonLink>
        </p>
      </section>
    </div>
  );
}
