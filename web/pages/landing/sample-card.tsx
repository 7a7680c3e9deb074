import { useText } from '../../lib/language-context.ts';
import styles from './sample-card.module.css';

/** Written by hand to show what a result looks like, and labelled so. */
const sample = {
  raw: 'subax wanaagsan magacaygu waa hodan waxaan rabaa inaan dhakhtarka la kulmo',
  enhanced: 'Subax wanaagsan. Magacaygu waa Hodan. Waxaan rabaa inaan dhakhtarka la kulmo.',
  english: 'Good morning. My name is Hodan. I would like to see the doctor.',
};

export function SampleCard() {
  const text = useText('landing').hero;
  return (
    <figure className={styles.card}>
      <figcaption className={styles.caption}>{text.sampleLabel}</figcaption>
      <dl className={styles.list}>
        <dt>{text.sampleRaw}</dt>
        <dd lang="so" className={styles.raw}>
          {sample.raw}
        </dd>
        <dt>{text.sampleEnhanced}</dt>
        <dd lang="so">{sample.enhanced}</dd>
        <dt>{text.sampleEnglish}</dt>
        <dd lang="en" className={styles.english}>
          {sample.english}
        </dd>
      </dl>
    </figure>
  );
}
