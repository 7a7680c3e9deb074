import { Button } from '../../components/ui/button.tsx';
import { classNames } from '../../components/ui/class-names.ts';
import { useToasts } from '../../components/ui/toaster.tsx';
import { useText } from '../../lib/language-context.ts';
import { availableKinds, buildDownload, type DownloadKind, type DownloadSource } from './downloads.ts';
import styles from './results.module.css';
import { saveFile } from './save-file.ts';

/** Where the bar of a small screen leads. */
export const downloadsId = 'downloads';

/** Everything the reader may take along, made here from the texts as they were edited. */
export function DownloadCard({ source }: { source: DownloadSource }) {
  const text = useText('demo').results.download;
  const { show } = useToasts();
  const download = async (kind: DownloadKind) => {
    try {
      saveFile(await buildDownload(kind, source));
    } catch {
      show('error', text.failed);
    }
  };
  return (
    <section className={classNames(styles.card, styles.later)} id={downloadsId}>
      <h2 className={styles.cardTitle}>{text.title}</h2>
      <ul className={styles.downloads}>
        {availableKinds(source).map((kind) => (
          <li key={kind}>
            <Button variant="secondary" size="sm" data-download={kind} onClick={() => void download(kind)}>
              {text.kinds[kind]}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
