import { type ReactNode, useState } from 'react';
import { fillPlaces } from '#shared/errors/format-sentence.ts';
import { AudioBar } from '../../components/ui/audio-bar.tsx';
import { Button } from '../../components/ui/button.tsx';
import { StepHeading } from '../../components/ui/step-heading.tsx';
import { useToasts } from '../../components/ui/toaster.tsx';
import { useAudioPlayer } from '../../lib/audio-player.ts';
import { useSentence, useText } from '../../lib/language-context.ts';
import { Confetti, useCelebration } from './celebration.tsx';
import { DeleteButton } from './delete-button.tsx';
import type { DemoResult, EditedTexts, ResultRecording } from './demo-result.ts';
import { DownloadCard } from './download-card.tsx';
import { MetricsCard } from './metrics-card.tsx';
import { ResultNotices } from './result-notices.tsx';
import styles from './results.module.css';
import { shareResults } from './share-results.ts';
import { EnhancedCard, OriginalCard, TranslationCard } from './text-cards.tsx';

type Props = {
  result: DemoResult;
  recording: ResultRecording;
  /** The attempts that are left, in words. */
  attemptsNotice: ReactNode;
  onAnother: () => void;
  onDeleted: () => void;
};

/** Spec §2, results. */
export function ResultsStep({ result, recording, attemptsNotice, onAnother, onDeleted }: Props) {
  const text = useText('demo').results;
  const sentence = useSentence();
  const isCelebrating = useCelebration();
  const { player, state } = useAudioPlayer(recording.bytes, recording.mimeType);
  const [edited, setEdited] = useState<EditedTexts>({
    cleanedText: result.cleanedText,
    translation: result.translation,
  });
  return (
    <div className={styles.results} data-celebrating={isCelebrating || undefined}>
      {isCelebrating && <Confetti />}
      <div className={styles.hero}>
        <svg viewBox="0 0 48 48" aria-hidden="true" className={styles.star}>
          <path d="M24 3l5.2 14.6 15.5.4-12.3 9.4 4.4 14.9L24 33.5l-12.8 8.8 4.4-14.9L3.3 18l15.5-.4z" />
        </svg>
        <StepHeading takesFocus className={styles.heading}>
          {text.heading}
        </StepHeading>
        <p className={styles.ready}>{text.ready}</p>
      </div>
      <ResultNotices result={result} />
      <section className={styles.listen} aria-label={text.listen.label}>
        <AudioBar player={player} state={state} knownSeconds={result.durationSeconds} labels={text.listen} />
        {state.hasFailed && (
          <p className={styles.hint} role="alert">
            {sentence('PLAYBACK_FAILED')}
          </p>
        )}
      </section>
      <div className={styles.cards}>
        <OriginalCard
          result={result}
          playingAtSeconds={state.isPlaying ? state.positionSeconds : undefined}
          onPlayFrom={(seconds) => player?.playFrom(seconds)}
        />
        <EnhancedCard
          result={result}
          text={edited.cleanedText}
          onEdit={(cleanedText) => setEdited((texts) => ({ ...texts, cleanedText }))}
        />
        <TranslationCard
          result={result}
          text={edited.translation}
          onEdit={(translation) => setEdited((texts) => ({ ...texts, translation }))}
        />
        <DownloadCard source={{ result, edited, recording }} />
        <MetricsCard result={result} />
      </div>
      <p className={styles.check}>{text.check}</p>
      {attemptsNotice}
      <ResultActions result={result} edited={edited} onAnother={onAnother} onDeleted={onDeleted} />
    </div>
  );
}

function ResultActions({
  result,
  edited,
  onAnother,
  onDeleted,
}: Pick<Props, 'result' | 'onAnother' | 'onDeleted'> & { edited: EditedTexts }) {
  const text = useText('demo').results;
  const { show } = useToasts();
  const isExhausted = result.attemptsRemaining <= 0;
  const share = async () => {
    const shared = fillPlaces(text.share.text, { original: result.originalText, translation: edited.translation });
    const outcome = await shareResults({ title: text.share.title, text: shared });
    if (outcome === 'copied') show('success', text.share.copied);
    if (outcome === 'failed') show('error', text.copyFailed);
  };
  return (
    <div className={styles.actions}>
      <DeleteButton id={result.apiId} onDeleted={onDeleted} />
      <Button variant="outline" onClick={() => void share()}>
        {text.share.button}
      </Button>
      <Button onClick={onAnother} disabled={isExhausted}>
        {isExhausted ? text.noneLeft : text.another}
      </Button>
    </div>
  );
}
