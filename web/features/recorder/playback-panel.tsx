import { useEffect } from 'react';
import { AudioBar } from '../../components/ui/audio-bar.tsx';
import { Button, Card, takeFocus } from '../../components/ui/elements.tsx';
import { useToasts } from '../../components/ui/toaster.tsx';
import { useAudioPlayer } from '../../lib/audio-player.ts';
import { useSentence, useText } from '../../lib/language-context.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import type { Recording } from './kept-recording.ts';
import styles from './recorder.module.css';
import type { Interruption } from './recorder.ts';

type Props = {
  recording: Recording;
  /** It was kept from an earlier visit. */
  isRestored: boolean;
  interruption: Interruption | undefined;
  onProcess: () => void;
  onAgain: () => void;
};

/** Spec §2: with a saved recording, play or pause, re-record, or process. */
export function PlaybackPanel({ recording, isRestored, interruption, onProcess, onAgain }: Props) {
  const { playback: text, recording: words } = useText('demo').recorder;
  const { announce } = useToasts();
  const sentence = useSentence();
  const { player, state } = useAudioPlayer(recording);
  const isFile = recording.source !== 'recording';
  const isSample = recording.source === 'sample';
  useShortcut('Ctrl+Enter', onProcess);
  useEffect(() => {
    if (!isRestored && !isFile) announce(words.announceStop);
  }, [isRestored, isFile, announce, words]);
  return (
    <Card className={styles.playback}>
      <h2 ref={isRestored ? undefined : takeFocus} tabIndex={-1} className={styles.choiceTitle}>
        {isSample ? text.titleSample : isFile ? text.titleFile : text.titleRecording}
      </h2>
      {isFile && !isSample && <p className={styles.fileName}>{recording.fileName}</p>}
      {isRestored && <p className={styles.note}>{text.restored}</p>}
      {interruption !== undefined && (
        <p className={styles.note}>{interruption === 'microphone-lost' ? text.lost : text.muted}</p>
      )}
      <AudioBar player={player} state={state} knownSeconds={recording.durationSeconds} labels={text} />
      {state.hasFailed && (
        <p className={styles.problem} role="alert">
          {sentence('PLAYBACK_FAILED')}
        </p>
      )}
      <div className={styles.actions}>
        <Button variant="outline" onClick={onAgain}>
          {isFile ? text.anotherFile : text.again}
        </Button>
        <Button size="lg" onClick={onProcess}>
          {text.process}
        </Button>
      </div>
      <p className={styles.hint}>{isSample ? text.free : text.cost}</p>
    </Card>
  );
}
