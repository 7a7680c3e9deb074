import { type ReactNode, useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { useToasts } from '../../components/ui/toaster.tsx';
import { useText } from '../../lib/language-context.ts';
import {
  availableKinds,
  buildDownload,
  type DownloadFile,
  type DownloadKind,
  type DownloadSource,
} from './downloads.ts';
import styles from './results.module.css';

type Props = {
  source: DownloadSource;
  variant: 'outline' | 'ghost';
  size?: 'sm';
  className?: string | undefined;
  children?: ReactNode;
};

/** One button, and behind it the list of everything that can be taken along, made here from the texts as they are now. */
export function DownloadButton({ source, ...look }: Props) {
  const text = useText('demo').results.download;
  const { close } = useText('common').actions;
  const { show } = useToasts();
  const [isOpen, setIsOpen] = useState(false);
  const download = async (kind: DownloadKind) => {
    setIsOpen(false);
    try {
      saveFile(await buildDownload(kind, source));
    } catch {
      show('error', text.failed);
    }
  };
  return (
    <>
      <Button {...look} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {text.title}
      </Button>
      {isOpen && (
        <Dialog title={text.title} closeLabel={close} onClose={() => setIsOpen(false)}>
          <ul className={styles.downloads}>
            {availableKinds(source).map((kind) => (
              <li key={kind}>
                <Button variant="outline" data-download={kind} onClick={() => void download(kind)}>
                  {text.kinds[kind]}
                </Button>
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </>
  );
}

/** Long enough for a slow phone to begin writing the file. */
const revokeAfterMilliseconds = 60_000;

/** Hands a file to the browser's downloads. */
export function saveFile({ name, mimeType, content }: DownloadFile): void {
  const address = URL.createObjectURL(new Blob([content], { type: mimeType }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), revokeAfterMilliseconds);
}
