import { useState } from 'react';
import { explainMarks, spellUnsure } from '#shared/export/explain-marks.ts';
import { Dialog } from '../../components/ui/dialog.tsx';
import { Disclosure } from '../../components/ui/disclosure.tsx';
import { Button, Icon } from '../../components/ui/elements.tsx';
import { useToasts } from '../../components/ui/toaster.tsx';
import { copyText, saveFile, shareResults } from '../../lib/hand-over.ts';
import { useText } from '../../lib/language-context.ts';
import { useServices } from '../../lib/services.ts';
import {
  availableKinds,
  buildDownload,
  type DownloadKind,
  type DownloadSource,
  isPlain,
  nameDownload,
} from './downloads.ts';
import type { KeptResult } from './result-store.ts';
import styles from './results.module.css';
import type { Reading } from './use-reading.ts';

type Props = {
  kept: KeptResult;
  reading: Reading;
  /** Where the texts have no buttons of their own. */
  hasCopies?: boolean;
  size?: 'sm' | undefined;
};

export function TakeAway({ kept, reading, hasCopies = false, size }: Props) {
  const { original, enhanced, english, isShort, shownSomali, view } = reading;
  const text = useText('demo').results;
  const { show } = useToasts();
  /** Spec §2: title and text with original and translation, and what was made in between; readers should know what made it. */
  const share = async () => {
    const translation = english.isOutdated ? `${english.title} (${english.hint})` : english.title;
    const spelled = spellUnsure(english.text);
    const legend = explainMarks(spelled);
    const versions = isShort ? [original, enhanced] : [shownSomali];
    const texts = [...versions, { title: translation, text: spelled }];
    const parts = [...texts.map((part) => `${part.title}:\n${part.text}`), legend, text.check];
    const shared = parts.filter(Boolean).join('\n\n');
    const outcome = await shareResults({ title: text.share.title, text: shared });
    if (outcome === 'copied') show('success', text.share.copied);
    if (outcome === 'failed') show('error', text.copyFailed);
  };
  return (
    <>
      {hasCopies && (
        <>
          <CopyButton {...shownSomali} label={text.reading.somali} />
          <CopyButton {...english} text={english.copyText} label={text.reading.english} />
        </>
      )}
      <Button size={size} onClick={() => void share()}>
        {text.share.button}
      </Button>
      <DownloadButton source={{ ...kept, isAsHeard: view === 'original' }} size={size} />
    </>
  );
}

const copiedMilliseconds = 3_000;

/** `label`: what stands on the button where there are two of them. */
type CopyProps = Pick<Reading['english'], 'title' | 'text' | 'copied'> & { label?: string };

export function CopyButton({ title, text, copied, label }: CopyProps) {
  const words = useText('demo').results;
  const { show } = useToasts();
  const { clock } = useServices();
  /** The text that the clipboard has just been given: the button answers, too. */
  const [done, setDone] = useState<string>();
  const copy = async () => {
    if (!(await copyText(text))) return show('error', words.copyFailed);
    show('success', copied, { durationMilliseconds: copiedMilliseconds });
    setDone(text);
    clock.after(copiedMilliseconds, () => setDone(undefined));
  };
  const isDone = done === text;
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-label={`${isDone ? words.isCopied : words.copy}: ${title}`}
      onClick={() => void copy()}
    >
      <Icon className={styles.icon} d={isDone ? 'M5 12.5l4.5 4.5L19 7' : 'M9 9h10v11H9zM5 15V4h10'} />
      {label ?? (isDone ? words.isCopied : words.copy)}
    </Button>
  );
}

function DownloadButton({ source, size }: { source: DownloadSource; size: Props['size'] }) {
  const text = useText('demo').results.download;
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
  const listOf = (kinds: readonly DownloadKind[]) => (
    <ul className={styles.downloads}>
      {kinds.map((kind) => (
        <li key={kind}>
          <Button variant="outline" data-download={kind} onClick={() => void download(kind)}>
            {nameDownload(kind, text.contents)}
          </Button>
        </li>
      ))}
    </ul>
  );
  const kinds = availableKinds(source);
  return (
    <>
      <Button variant={size ? 'ghost' : 'outline'} size={size} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {text.title}
      </Button>
      {isOpen && (
        <Dialog title={text.title} onClose={() => setIsOpen(false)} hasCloseButton>
          {listOf(kinds.filter(isPlain))}
          <Disclosure title={text.more} className={styles.more}>
            {listOf(kinds.filter((kind) => !isPlain(kind)))}
          </Disclosure>
        </Dialog>
      )}
    </>
  );
}
