import { type CSSProperties, type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { notUnderstood } from '#shared/languages.ts';
import { confettiPieces, resultsInitialMilliseconds } from '#shared/limits.ts';
import { AudioBar } from '../../components/ui/audio-bar.tsx';
import { classNames, Icon, ProblemAlert, StepHeading } from '../../components/ui/elements.tsx';
import { type Span, useAudioPlayer, useLoudness } from '../../lib/audio-player.ts';
import { useReducedMotion } from '../../lib/browser-state.ts';
import { formatDay } from '../../lib/format-clock.ts';
import { formatCount, useLanguage, useText } from '../../lib/language-context.ts';
import { useServices } from '../../lib/services.ts';
import confetti from './celebration.module.css';
import reading from './reading.module.css';
import { SomaliCard, TranslationCard } from './reading-cards.tsx';
import { ResultActions } from './result-actions.tsx';
import { ChoiceBar } from './result-card.tsx';
import { TranslateAgain } from './result-edits.tsx';
import { bandOf, MetricsCard, ResultNotices } from './result-quality.tsx';
import type { EditedTexts, KeptResult, Result } from './result-store.ts';
import type { ResultState, ResultSync } from './result-sync.ts';
import styles from './results.module.css';
import { useEnglishText, useSentences, useSomaliText } from './use-reading.ts';

type Props = {
  state: ResultState;
  sync: Pick<ResultSync, 'edit' | 'translate'>;
  /** It has just been made, and not come back to. */
  isFresh: boolean;
  attemptsRemaining: number;
  /** The attempts that are left, in words. */
  attemptsNotice: ReactNode;
  /** What is asked of the person, below the texts. */
  feedback?: ReactNode;
  onEditing: (isEditing: boolean) => void;
  onDeleted: () => void;
};

/** Spec §2, results: the text first; what was made of it and how sure it is once the texts have been drawn. */
export function ResultsStep({ state, sync, isFresh, attemptsNotice, feedback, onEditing, ...rest }: Props) {
  const { kept, isTranslating, isCutOff } = state;
  const { result, edited, recording } = kept;
  const text = useText('demo').results;
  const { productName } = useText('common');
  const { clock } = useServices();
  const audio = useAudioPlayer(recording);
  const onEdit = (part: Partial<EditedTexts>) => void sync.edit(part);
  const onPlay = (span: Span | undefined) => span && audio.player?.playSpan(span);
  const playingAtSeconds = audio.state.isPlaying ? audio.state.positionSeconds : undefined;
  const readingProps = { result, edited, onEdit, onEditing, playingAtSeconds, onPlay };
  const sentences = useSentences(readingProps);
  const somali = useSomaliText(kept);
  const english = useEnglishText(kept);
  const pair = useRef<HTMLDivElement>(null);
  const listening = useRef<HTMLElement>(null);
  const translate = async () => {
    await sync.translate();
    // The button that was pressed has gone.
    requestAnimationFrame(
      () => document.activeElement === document.body && pair.current?.focus({ preventScroll: true }),
    );
  };
  const [tab, setTab] = useState<'so' | 'en'>('so');
  const again = english.isOutdated && <TranslateAgain isRunning={isTranslating} onTranslate={translate} />;
  const [areTextsDrawn, setAreTextsDrawn] = useState(false);
  useEffect(() => clock.afterPaint(() => setAreTextsDrawn(true)), [clock]);
  return (
    <div className={styles.results}>
      <p className={styles.printed}>
        <strong>{edited.title ?? productName}</strong> · {formatDay(kept.madeAt)}
      </p>
      <div className={styles.hero}>
        <ResultHeading {...kept} isFresh={isFresh} />
        {recording !== undefined && <Listening ref={listening} audio={audio} kept={kept} />}
      </div>
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
      <div
        ref={pair}
        tabIndex={-1}
        className={classNames(reading.pair, tab === 'so' ? reading.showsSomali : reading.showsEnglish)}
      >
        <SomaliCard {...readingProps} sentences={sentences} somali={somali} notice={tab === 'so' && again} />
        <TranslationCard {...readingProps} sentences={sentences} english={english} notice={tab === 'en' && again} />
      </div>
      {areTextsDrawn && (
        <>
          {feedback}
          <ResultNotices result={result} />
          <MetricsCard result={result} />
          <p className={styles.check}>
            {text.check}
            {isCutOff && !kept.isSaved && ` ${text.unsaved}`}
          </p>
          {attemptsNotice}
          <ResultActions {...{ kept, somali, english, tab, audio, listening, onEdit }} {...rest} />
        </>
      )}
    </div>
  );
}

/** Success where there is something to celebrate; else that the text is there, and what to do where it is doubtful. */
function ResultHeading({ result, edited, isFresh }: KeptResult & { isFresh: boolean }) {
  const text = useText('demo').results;
  const { language } = useLanguage();
  const isSuccess = isWorthCelebrating(result);
  const { clock } = useServices();
  const [isCelebrating, setCelebrating] = useState(isFresh && isSuccess);
  useEffect(() => clock.after(resultsInitialMilliseconds, () => setCelebrating(false)), [clock]);
  const isDoubtful = bandOf(result.transcriptConfidence) === 'low';
  const untranslated = edited.translation.split(notUnderstood).length - 1;
  return (
    <div className={styles.title} data-celebrating={isCelebrating || undefined}>
      {isCelebrating && <Confetti />}
      {isSuccess && (
        <Icon
          size={48}
          className={styles.star}
          d="M24 3l5.2 14.6 15.5.4-12.3 9.4 4.4 14.9L24 33.5l-12.8 8.8 4.4-14.9L3.3 18l15.5-.4z"
        />
      )}
      <StepHeading takesFocus className={styles.heading}>
        {edited.title ?? (isSuccess ? text.heading : text.ready)}
      </StepHeading>
      {isDoubtful && <p className={styles.advice}>{text.doubtful}</p>}
      {untranslated > 0 && <p className={styles.advice}>{formatCount(language, text.untranslated, untranslated)}</p>}
    </div>
  );
}

type ListeningProps = { ref: Ref<HTMLElement>; audio: ReturnType<typeof useAudioPlayer>; kept: KeptResult };

function Listening({ ref, audio, kept }: ListeningProps) {
  const text = useText('demo').results;
  const loudness = useLoudness(kept.recording?.bytes);
  const { player, state } = audio;
  return (
    <section ref={ref} className={styles.listen} aria-label={text.listen.label}>
      <AudioBar
        player={player}
        state={state}
        knownSeconds={kept.result.durationSeconds}
        labels={text.listen}
        loudness={loudness}
      />
      <ProblemAlert problem={state.problem} className={styles.hint} />
    </section>
  );
}

/** Spec §9: the first 3 s of the results are a celebration, where there is something to celebrate: nothing beside it contradicts. */
const isWorthCelebrating = ({ engine, transcriptConfidence }: Result): boolean =>
  !engine.isStarter && engine.isCalibrated && bandOf(transcriptConfidence) === 'high';

const colours = ['var(--accent)', 'var(--primary)', 'var(--sky)', 'var(--henna)', 'var(--success)'];

/** Spreads the pieces between 0 and 1, the same way each time; two odd factors give two unrelated spreads. */
const scatter = (piece: number, factor: number) => ((piece * factor) % 101) / 101;

const lookOf = (piece: number): CSSProperties =>
  ({
    '--at': `${Math.round(scatter(piece, 62) * 100)}%`,
    '--drift': `${Math.round((scatter(piece * piece + 61, 61) - 0.5) * 16)}vw`,
    '--turn': `${Math.round(scatter(piece * piece + 83, 83) * 900 - 450)}deg`,
    '--wait': `${Math.round(scatter(piece * piece + 17, 17) * 700)}ms`,
    '--colour': colours[piece % colours.length],
  }) as CSSProperties;

/** 50 pieces that fall once, by transform alone; none for who asked for stillness. */
function Confetti() {
  const isStill = useReducedMotion();
  if (isStill) return null;
  return (
    <div className={confetti.confetti} aria-hidden="true" data-confetti="">
      {Array.from({ length: confettiPieces }, (_, piece) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces never change places
        <span key={piece} className={confetti.piece} style={lookOf(piece)} />
      ))}
    </div>
  );
}
