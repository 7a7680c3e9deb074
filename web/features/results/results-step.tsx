import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Button, Icon } from '../../components/ui/elements.tsx';
import { type Span, useAudioPlayer } from '../../lib/audio-player.ts';
import { formatDay } from '../../lib/format-clock.ts';
import { useText } from '../../lib/language-context.ts';
import { useServices } from '../../lib/services.ts';
import { ResultAdvice, ResultHeading } from './celebration.tsx';
import { Listening } from './listening.tsx';
import reading from './reading.module.css';
import { EnhancedCard, machineTexts, OriginalCard, TranslationCard } from './reading-cards.tsx';
import { ResultActions } from './result-actions.tsx';
import { ChoiceBar } from './result-card.tsx';
import { TranslateAgain } from './result-edits.tsx';
import { AboutText, ResultNotices } from './result-quality.tsx';
import type { EditedTexts, KeptResult } from './result-store.ts';
import type { ResultState, ResultSync } from './result-sync.ts';
import styles from './results.module.css';
import { TakeAway } from './take-away.tsx';
import bar from './thumb-bar.module.css';
import { useDesk } from './use-desk.ts';
import { isOneParagraph, type ReadingProps, useEnglishText, useRows, useSomaliText } from './use-reading.ts';

const ResultRows = lazy(async () => ({ default: (await import('./result-rows.tsx')).ResultRows }));

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
export function ResultsStep({ state, sync, isFresh, feedback, onEditing, ...rest }: Props) {
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
  const texts = useTexts(readingProps, kept);
  const { somali, english, isShort } = texts;
  const pair = useRef<HTMLDivElement>(null);
  const translate = async () => {
    await sync.translate();
    // On a small screen the new text takes the place of the one it was made from.
    texts.setTab('en');
    // The button that was pressed has gone.
    requestAnimationFrame(
      () => document.activeElement === document.body && pair.current?.focus({ preventScroll: true }),
    );
  };
  const again = english.isOutdated && <TranslateAgain isRunning={isTranslating} onTranslate={translate} />;
  const cardOf = (value: typeof texts.shown) => ({
    isShown: value === texts.shown,
    notice: value === texts.shown && again,
  });
  const cardProps = { ...readingProps, rows: texts.rows };
  const takeAway = { kept, somali, english };
  const [areTextsDrawn, setAreTextsDrawn] = useState(false);
  useEffect(() => clock.afterPaint(() => setAreTextsDrawn(true)), [clock]);
  return (
    <div className={styles.results} data-rows={isShort ? undefined : ''}>
      <p className={styles.printed}>
        <strong>{edited.title ?? productName}</strong> · {formatDay(kept.madeAt)}
      </p>
      <div className={styles.hero}>
        <ResultHeading {...kept} isFresh={isFresh} />
        {recording !== undefined && <Listening audio={audio} kept={kept} />}
        <div className={styles.tools}>
          <ChoiceBar
            className={isShort ? reading.tabs : undefined}
            label={texts.barLabel}
            choices={texts.choices}
            value={texts.shown}
            onChange={texts.choose}
          />
          {!isShort && (
            <div className={styles.wideOnly}>
              {/* By key the row's own button is as near. */}
              <Button variant="ghost" size="sm" tabIndex={-1} onClick={texts.edit}>
                <Icon className={styles.icon} d="M5 19l1-4L16 5l3 3L9 18zM14 7l3 3" />
                {text.edit}
              </Button>
              <TakeAway {...takeAway} copies={texts.copies} size="sm" />
            </div>
          )}
        </div>
      </div>
      <ResultAdvice {...kept} />
      <div ref={pair} tabIndex={-1} className={isShort ? reading.three : undefined}>
        {isShort ? (
          <>
            <OriginalCard {...cardProps} {...cardOf('heard')} somali={somali} />
            <EnhancedCard {...cardProps} {...cardOf('cleaned')} somali={somali} />
            <TranslationCard {...cardProps} {...cardOf('en')} english={english} />
          </>
        ) : (
          <Suspense fallback={null}>
            <ResultRows {...cardProps} view={somali.view} desk={texts.desk} again={again} />
          </Suspense>
        )}
      </div>
      {areTextsDrawn && (
        <>
          {feedback}
          <ResultNotices result={result} />
          {isCutOff && !kept.isSaved && <p className={styles.check}>{text.unsaved}</p>}
          <ResultActions
            {...{ kept, onEdit }}
            {...rest}
            takeAway={
              isShort && (
                <div className={styles.wideOnly}>
                  <TakeAway {...takeAway} copies={[]} />
                </div>
              )
            }
            onUndo={
              !isShort && (somali.isEdited || english.isOwn) ? () => onEdit(machineTexts(readingProps)) : undefined
            }
          />
          <div className={bar.bar}>
            <TakeAway {...takeAway} copies={texts.copies} size="sm" />
          </div>
          <AboutText result={result} />
          <p className={styles.printed}>
            {result.engine.isStarter && trial.text} {text.check}
          </p>
        </>
      )}
    </div>
  );
}

type Shown = 'heard' | 'cleaned' | 'changes' | 'en';

/** The texts in their versions, which of them is on show, and the switch between them. */
function useTexts(props: ReadingProps, kept: KeptResult) {
  const { reading: words } = useText('demo').results;
  const rows = useRows(props);
  const somali = useSomaliText(kept);
  const english = useEnglishText(kept);
  const [desk, dispatch] = useDesk();
  const [tab, setTab] = useState<'so' | 'en'>('so');
  const isShort = isOneParagraph(kept.result);
  const labels: Record<Shown, string> = {
    heard: words.original,
    cleaned: words.enhanced,
    changes: words.views.changes,
    en: words.english,
  };
  const offered: Shown[] = isShort ? ['heard', 'cleaned', 'en'] : ['heard', 'cleaned', 'changes'];
  const shownSomali: Shown = isShort && somali.view === 'changes' ? 'cleaned' : somali.view;
  return {
    ...{ rows, somali, english, isShort, setTab, desk: { desk, dispatch } },
    barLabel: isShort ? words.tabsLabel : words.viewsLabel,
    choices: offered.map((value) => ({ value, label: labels[value] })),
    shown: isShort && tab === 'en' ? ('en' as const) : shownSomali,
    choose(chosen: Shown): void {
      setTab(chosen === 'en' ? 'en' : 'so');
      if (chosen !== 'en') somali.setView(chosen);
    },
    copies: [
      { ...somali.shown, label: words.somali },
      { ...english, text: english.copyText, label: words.english },
    ],
    /** Corrects the row that is being said, or the one that was last in use. */
    edit: () => dispatch({ editing: { row: rows.lit ?? desk.current } }),
  };
}
