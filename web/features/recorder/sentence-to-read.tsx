import { useText } from '../../lib/language-context.ts';
import styles from './recorder.module.css';

/** Somali whatever the interface speaks: it is what the person says. */
const sentence =
  'Subax wanaagsan. Magacaygu waa Xaliimo. Maanta suuqa ayaan u socdaa, berrina hooyaday ayaan booqanayaa.';

/** For who does not know what to say. */
export function SentenceToRead() {
  const text = useText('demo').recorder.record;
  return (
    <p className={styles.toRead}>
      {text.readAloud} <q lang="so">{sentence}</q>
    </p>
  );
}
