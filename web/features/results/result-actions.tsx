import { type ComponentProps, type ReactNode, type RefObject, useState } from 'react';
import { explainMarks, spellUnsure } from '#shared/export/explain-marks.ts';
import { Dialog } from '../../components/ui/dialog.tsx';
import { Disclosure } from '../../components/ui/disclosure.tsx';
import { Button, ButtonLink, Icon, PlayIcon } from '../../components/ui/elements.tsx';
import { Menu } from '../../components/ui/menu.tsx';
import { useToasts } from '../../components/ui/toaster.tsx';
import type { useAudioPlayer } from '../../lib/audio-player.ts';
import { useWindowEvent } from '../../lib/browser-state.ts';
import { useText } from '../../lib/language-context.ts';
import { useServices } from '../../lib/services.ts';
import {
  availableKinds,
  buildDownload,
  type DownloadFile,
  type DownloadKind,
  type DownloadSource,
  isPlain,
  nameDownload,
} from './downloads.ts';
import { DeleteButton, NameButton } from './result-edits.tsx';
import type { EditedTexts, KeptResult } from './result-store.ts';
import styles from './results.module.css';
import barStyles from './thumb-bar.module.css';
import { type EnglishText, isOneParagraph, type SomaliText } from './use-reading.ts';

type Props = {
  kept: KeptResult;
  somali: SomaliText;
  english: EnglishText;
  /** Which text is on show on a small screen. */
  tab: 'so' | 'en';
  attemptsRemaining: number;
  attemptsNotice: ReactNode;
  audio: ReturnType<typeof useAudioPlayer>;
  /** The player on the page. */
  listening: RefObject<HTMLElement | null>;
  onEdit: (part: Partial<EditedTexts>) => void;
  onDeleted: () => void;
};

/** What can be done with a result; on small screens the three things people come for stay in thumb's reach. */
export function ResultActions({ kept, somali, english, tab, attemptsRemaining, onEdit, onDeleted, ...rest }: Props) {
  const text = useText('demo').results;
  const { show } = useToasts();
  /** Spec §2: title and text with original and translation, and what was made in between; readers should know what made it. */
  const share = async () => {
    const translation = english.isOutdated ? `${english.title} (${english.hint})` : english.title;
    const spelled = spellUnsure(english.text);
    const legend = explainMarks(spelled);
    const { original, enhanced } = somali;
    const versions = isOneParagraph(kept.result) ? [original, enhanced] : [somali.shown];
    const texts = [...versions, { title: translation, text: spelled }];
    const parts = [...texts.map((part) => `${part.title}:\n${part.text}`), legend, text.check];
    const shared = parts.filter(Boolean).join('\n\n');
    const outcome = await shareResults({ title: text.share.title, text: shared });
    if (outcome === 'copied') show('success', text.share.copied);
    if (outcome === 'failed') show('error', text.copyFailed);
  };
  const source = { ...kept, isAsHeard: somali.view === 'heard' };
  const { title, text: shown, copied } = tab === 'so' ? somali.shown : { ...english, text: english.copyText };
  return (
    <>
      <div className={styles.actions}>
        <Button className={styles.wideOnly} onClick={() => void share()}>
          {text.share.button}
        </Button>
        <DownloadButton source={source} variant="outline" className={styles.wideOnly} />
        {attemptsRemaining > 0 ? (
          <ButtonLink variant="outline" href="/demo">
            {text.another}
          </ButtonLink>
        ) : (
          <Button variant="outline" disabled>
            {text.noneLeft}
          </Button>
        )}
        <Menu label={text.menu}>
          <NameButton title={kept.edited.title} onName={(title) => onEdit({ title })} />
          <DeleteButton id={kept.result.id} onDeleted={onDeleted} />
        </Menu>
        {rest.attemptsNotice}
      </div>
      <div className={barStyles.bar}>
        <PlayButton {...rest} />
        <CopyButton title={title} text={shown} copied={copied} />
        <Button size="sm" onClick={() => void share()}>
          {text.share.button}
        </Button>
        <DownloadButton source={source} variant="ghost" size="sm" />
      </div>
    </>
  );
}

/** The site's header covers what is scrolled under it. */
const headerPixels = 64;

/** What is heard can be stopped where its player is out of view, too. */
function PlayButton({ audio: { player, state }, listening }: Pick<Props, 'audio' | 'listening'>) {
  const { play, pause } = useText('demo').results.listen;
  const [isNeeded, setNeeded] = useState(false);
  useWindowEvent('scroll', () => {
    const box = listening.current?.getBoundingClientRect();
    setNeeded(box !== undefined && box.bottom < headerPixels);
  });
  if (!isNeeded || player === undefined) return null;
  return (
    <Button
      variant="ghost"
      size="icon"
      className={barStyles.play}
      aria-label={state.isPlaying ? pause : play}
      onClick={() => player.toggle()}
    >
      <PlayIcon isPlaying={state.isPlaying} className={barStyles.playIcon} />
    </Button>
  );
}

const copiedMilliseconds = 3_000;

export function CopyButton({ title, text, copied }: { title: string; text: string; copied: string }) {
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
      {isDone ? words.isCopied : words.copy}
    </Button>
  );
}

type DownloadProps = { source: DownloadSource } & Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'className'>;

/** One button, and behind it the list of everything that can be taken along, made here from the texts as they are now. */
function DownloadButton({ source, ...look }: DownloadProps) {
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
      <Button {...look} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
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

/** Copies a text, also where the browser has no asynchronous clipboard (an insecure page, an old WebView). */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.setAttribute('readonly', '');
  const opener = document.activeElement;
  document.body.append(field);
  field.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    if (opener instanceof HTMLElement) opener.focus();
  }
}

type ShareOutcome = 'shared' | 'copied' | 'dismissed' | 'failed';

/** Spec §2: the device's share function, otherwise the same text on the clipboard. */
export async function shareResults(share: { title: string; text: string }): Promise<ShareOutcome> {
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share(share);
      return 'shared';
    } catch (thrown) {
      if (thrown instanceof DOMException && thrown.name === 'AbortError') return 'dismissed';
    }
  }
  return (await copyText(share.text)) ? 'copied' : 'failed';
}
