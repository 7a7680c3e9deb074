import { type CSSProperties, type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { notUnderstood } from '#shared/languages.ts';
import { confettiPieces, resultsInitialMilliseconds } from '#shared/limits.ts';
import { AudioBar } from '../../components/ui/audio-bar.tsx';
import { Icon, ProblemAlert, StepHeading } from '../../components/ui/elements.tsx';
import { type Span, useAudioPlayer, useLoudness } from '../../lib/audio-player.ts';
import { useReducedMotion } from '../../lib/browser-state.ts';
import { formatDay } from '../../lib/format-clock.ts';
import { formatCount, useLanguage, useText } from '../../lib/language-context.ts';
import { useServices } from '../../lib/services.ts';
import confetti from './celebration.module.css';
import reading from './reading.module.css';
import { EnhancedCard, OriginalCard, SomaliCard, TranslationCard } from './reading-cards.tsx';
import { ResultActions } from './result-actions.tsx';
import { ChoiceBar } from './result-card.tsx';
import { TranslateAgain } from './result-edits.tsx';
import { AboutText, bandOf, ResultNotices } from './result-quality.tsx';
import type { EditedTexts, KeptResult } from './result-store.ts';
import type { ResultState, ResultSync } from './result-sync.ts';
import styles from './results.module.css';
import { isOneParagraph, useEnglishText, useSentences, useSomaliText } from './use-reading.ts';

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

/** Spec §2, results: the texts first; what can be done with them and how sure they are once these have been drawn. */
export function ResultsStep({ state, sync, isFresh, attemptsNotice, feedback, onEditing, ...rest }: Props) {
  const { kept, isTranslating, isCutOff } = state;
  const { result, edited, recording } = kept;
  const text = useText('demo').results;
  const { productName, trial } = useText('common');
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
    // On a small screen the new text takes the place of the one it was made from.
    setTab('en');
    // The button that was pressed has gone.
    requestAnimationFrame(
      () => document.activeElement === document.body && pair.current?.focus({ preventScroll: true }),
    );
  };
  const [tab, setTab] = useState<'so' | 'en'>('so');
  const isShort = isOneParagraph(result);
  const { reading: words } = text;
  const tabs = isShort
    ? ([
        { value: 'heard', label: words.original },
        { value: 'cleaned', label: words.enhanced },
        { value: 'en', label: words.english },
      ] as const)
    : ([
        { value: 'so', label: words.somali },
        { value: 'en', label: words.english },
      ] as const);
  const somaliTab = isShort ? (somali.view === 'heard' ? 'heard' : 'cleaned') : 'so';
  const choose = (chosen: (typeof tabs)[number]['value']) => {
    setTab(chosen === 'en' ? 'en' : 'so');
    if (chosen === 'heard' || chosen === 'cleaned') somali.setView(chosen);
  };
  const again = english.isOutdated && <TranslateAgain isRunning={isTranslating} onTranslate={translate} />;
  const shown = tab === 'en' ? 'en' : somaliTab;
  /** The way to new English, in the card that is on show. */
  const cardOf = (value: typeof shown) => ({ isShown: value === shown, notice: value === shown && again });
  const cardProps = { ...readingProps, sentences };
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
        className={isShort ? reading.tabsOfThree : reading.tabs}
        label={words.tabsLabel}
        choices={tabs}
        value={shown}
        onChange={choose}
      />
      <div ref={pair} tabIndex={-1} className={isShort ? reading.three : reading.pair}>
        {isShort ? (
          <>
            <OriginalCard {...cardProps} {...cardOf('heard')} somali={somali} />
            <EnhancedCard {...cardProps} {...cardOf('cleaned')} somali={somali} />
          </>
        ) : (
          <SomaliCard {...cardProps} {...cardOf('so')} somali={somali} />
        )}
        <TranslationCard {...cardProps} {...cardOf('en')} english={english} />
      </div>
      {areTextsDrawn && (
        <>
          {feedback}
          <ResultNotices result={result} />
          {isCutOff && !kept.isSaved && <p className={styles.check}>{text.unsaved}</p>}
          <ResultActions {...{ kept, somali, english, tab, audio, listening, onEdit, attemptsNotice }} {...rest} />
          <AboutText result={result} />
          <p className={styles.printed}>
            {result.engine.isStarter && trial.text} {text.check}
          </p>
        </>
      )}
    </div>
  );
}

/** Spec §2, §9: "Success" and 3 s of confetti for what has just been made well enough; for the rest what to do about it. */
function ResultHeading({ result, edited, isFresh }: KeptResult & { isFresh: boolean }) {
  const text = useText('demo').results;
  const { language } = useLanguage();
  const band = bandOf(result.transcriptConfidence);
  const isSuccess = isFresh && (band === 'high' || band === 'medium');
  const { clock } = useServices();
  const [isCelebrating, setCelebrating] = useState(isSuccess);
  useEffect(() => clock.after(resultsInitialMilliseconds, () => setCelebrating(false)), [clock]);
  const isDoubtful = band === 'low';
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
