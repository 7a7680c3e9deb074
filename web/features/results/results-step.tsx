import { type ReactNode, useCallback, useState } from 'react';
import { AudioBar } from '../../components/ui/audio-bar.tsx';
import { classNames } from '../../components/ui/class-names.ts';
import { StepHeading } from '../../components/ui/step-heading.tsx';
import { useAudioPlayer } from '../../lib/audio-player.ts';
import { useSentence, useText } from '../../lib/language-context.ts';
import { useGradualCount } from '../../lib/use-gradual-count.ts';
import { Confetti, isWorthCelebrating, useCelebration } from './celebration.tsx';
import { ChoiceBar } from './choice-bar.tsx';
import type { EditedTexts } from './demo-result.ts';
import { DownloadCard } from './download-card.tsx';
import { MetricsCard } from './metrics-card.tsx';
import { OriginalCard } from './original-card.tsx';
import reading from './reading.module.css';
import {
  EnhancedCard,
  type ReadingProps,
  SomaliViewBar,
  TranslationCard,
  useSentences,
  useSomaliView,
} from './reading-cards.tsx';
import { ResultActions } from './result-actions.tsx';
import { ResultNotices } from './result-notices.tsx';
import type { KeptResult } from './result-store.ts';
import styles from './results.module.css';
import { useLoudness } from './use-loudness.ts';

type Props = {
  kept: KeptResult;
  /** It has just been made, and not come back to. */
  isFresh: boolean;
  attemptsRemaining: number;
  /** The attempts that are left, in words. */
  attemptsNotice: ReactNode;
  onEdit: (edited: EditedTexts) => void;
  onEditing: (isEditing: boolean) => void;
  onAnother: () => void;
  onDeleted: () => void;
};

/** What of the page has been drawn: the heading at once, the rest after it in turn. No slow phone stands still. */
export const parts = {
  heading: 1,
  listening: 2,
  notices: 3,
  views: 4,
  somali: 5,
  english: 6,
  original: 7,
  metrics: 8,
  downloads: 9,
  actions: 10,
};

/** Spec §2, results: the text first, what was made of it and how sure it is after it. */
export function ResultsStep({ isFresh, ...props }: Props) {
  const { result, recording } = props.kept;
  const text = useText('demo').results;
  const isCelebrating = useCelebration(isFresh && isWorthCelebrating(result));
  const { player, state } = useAudioPlayer(recording);
  const onPlayFrom = useCallback((seconds: number) => player?.playFrom(seconds), [player]);
  const drawn = useGradualCount(parts.actions);
  return (
    <div className={styles.results} data-celebrating={isCelebrating || undefined}>
      {isCelebrating && <Confetti />}
      <div className={styles.hero}>
        <div className={styles.title}>
          <svg viewBox="0 0 48 48" aria-hidden="true" className={styles.star}>
            <path d="M24 3l5.2 14.6 15.5.4-12.3 9.4 4.4 14.9L24 33.5l-12.8 8.8 4.4-14.9L3.3 18l15.5-.4z" />
          </svg>
          <StepHeading takesFocus className={styles.heading}>
            {text.heading}
          </StepHeading>
          <p className={styles.ready}>{text.ready}</p>
        </div>
        {drawn >= parts.listening && recording !== undefined && (
          <Listening audio={{ player, state }} kept={props.kept} />
        )}
      </div>
      {drawn >= parts.notices && <ResultNotices result={result} />}
      {drawn >= parts.views && (
        <ResultBody
          {...props}
          drawn={drawn}
          playingAtSeconds={state.isPlaying ? state.positionSeconds : undefined}
          onPlayFrom={onPlayFrom}
        />
      )}
    </div>
  );
}

type BodyProps = Omit<Props, 'isFresh'> & Pick<ReadingProps, 'playingAtSeconds' | 'onPlayFrom'> & { drawn: number };

/** The texts, and what can be done with them. */
function ResultBody(props: BodyProps) {
  const { kept, drawn, attemptsNotice, onEdit, onEditing, playingAtSeconds, onPlayFrom, ...rest } = props;
  const { result, recording, edited } = kept;
  const text = useText('demo').results;
  const change = (part: Partial<EditedTexts>) => onEdit({ ...edited, ...part });
  const readingProps = { result, edited, onEdit: change, onEditing, playingAtSeconds, onPlayFrom };
  const sentences = useSentences(readingProps);
  const view = useSomaliView(readingProps);
  const [tab, setTab] = useState<'so' | 'en'>('so');
  return (
    <>
      <div className={reading.bars}>
        <ChoiceBar
          className={reading.tabs}
          label={text.reading.tabsLabel}
          choices={[
            { value: 'so', label: text.reading.somali },
            { value: 'en', label: text.reading.english },
          ]}
          value={tab}
          onChange={setTab}
        />
        <SomaliViewBar {...view} />
      </div>
      <div className={classNames(reading.pair, tab === 'so' ? reading.showsSomali : reading.showsEnglish)}>
        {drawn >= parts.somali && <EnhancedCard {...readingProps} sentences={sentences} view={view} />}
        {drawn >= parts.english && <TranslationCard {...readingProps} sentences={sentences} />}
      </div>
      {drawn >= parts.original && (
        <OriginalCard result={result} playingAtSeconds={playingAtSeconds} onPlayFrom={onPlayFrom} />
      )}
      {drawn >= parts.metrics && <MetricsCard result={result} />}
      {drawn >= parts.downloads && <DownloadCard source={{ result, edited, recording }} />}
      {drawn >= parts.actions && (
        <>
          <p className={styles.check}>{text.check}</p>
          {attemptsNotice}
          <ResultActions kept={kept} shown={tab} {...rest} />
        </>
      )}
    </>
  );
}

function Listening({ audio, kept }: { audio: ReturnType<typeof useAudioPlayer>; kept: KeptResult }) {
  const text = useText('demo').results;
  const sentence = useSentence();
  const loudness = useLoudness(kept.recording?.bytes);
  const { player, state } = audio;
  return (
    <section className={styles.listen} aria-label={text.listen.label}>
      <AudioBar
        player={player}
        state={state}
        knownSeconds={kept.result.durationSeconds}
        labels={text.listen}
        loudness={loudness}
      />
      {state.hasFailed && (
        <p className={styles.hint} role="alert">
          {sentence('PLAYBACK_FAILED')}
        </p>
      )}
    </section>
  );
}
