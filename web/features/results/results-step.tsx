import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import type { EditedTexts } from '#shared/edited-texts.ts';
import { Button, Icon } from '../../components/ui/elements.tsx';
import { type Span, useAudioPlayer } from '../../lib/audio-player.ts';
import { formatDay } from '../../lib/format-clock.ts';
import { useText } from '../../lib/language-context.ts';
import { useServices } from '../../lib/services.ts';
import { ResultAdvice, ResultHeading } from './celebration.tsx';
import { Listening } from './listening.tsx';
import { ChoiceBar, ReadingCards } from './reading-cards.tsx';
import { ResultActions } from './result-actions.tsx';
import { TranslateAgain } from './result-edits.tsx';
import { AboutText, ResultNotices } from './result-quality.tsx';
import type { ResultState, ResultSync } from './result-sync.ts';
import styles from './results.module.css';
import { TakeAway } from './take-away.tsx';
import bar from './thumb-bar.module.css';
import { useDesk } from './use-desk.ts';
import { useReading } from './use-reading.ts';

const ResultRows = lazy(async () => ({ default: (await import('./result-rows.tsx')).ResultRows }));

type Props = {
  state: ResultState;
  sync: Pick<ResultSync, 'edit' | 'translate' | 'noteEditing'>;
  /** It has just been made, and not come back to. */
  isFresh: boolean;
  attemptsRemaining: number;
  attemptsNotice: ReactNode;
  feedback?: ReactNode;
  onDeleted: () => void;
};

/** Spec §2, results: the texts first; what can be done with them and how sure they are once these have been drawn. */
export function ResultsStep({ state, sync, isFresh, feedback, ...rest }: Props) {
  const { kept, isTranslating, isCutOff } = state;
  const { result, edited, recording } = kept;
  const text = useText('demo').results;
  const { productName, trial } = useText('common');
  const audio = useAudioPlayer(recording);
  const onEdit = (part: Partial<EditedTexts>) => void sync.edit(part);
  const { player } = audio;
  const onPlay = useCallback((span: Span | undefined) => span && player?.playSpan(span), [player]);
  const playingAtSeconds = audio.state.isPlaying ? audio.state.positionSeconds : undefined;
  const props = { result, edited, onEdit, onEditing: sync.noteEditing, playingAtSeconds, onPlay };
  const texts = useReading(props);
  const { isShort } = texts;
  const [desk, dispatch] = useDesk();
  const pair = useRef<HTMLDivElement>(null);
  /** Corrects the row that is being said, or the one that was last in use. */
  const editRow = () => dispatch({ editing: { row: texts.rows.lit ?? desk.current } });
  const undo = () => {
    const { transcript, translation } = result;
    onEdit({ transcript, translation, translationOf: transcript });
    pair.current?.focus({ preventScroll: true });
  };
  const translate = async () => {
    await sync.translate();
    // On a small screen the new text takes the place of the one it was made from.
    if (isShort) texts.show('english');
    // The button that was pressed has gone.
    requestAnimationFrame(
      () => document.activeElement === document.body && pair.current?.focus({ preventScroll: true }),
    );
  };
  const again = texts.english.isOutdated && <TranslateAgain isRunning={isTranslating} onTranslate={translate} />;
  const takeAway = { kept, reading: texts };
  return (
    <div className={styles.results} data-rows={isShort ? undefined : ''}>
      <p className={styles.printed}>
        <strong>{edited.title ?? productName}</strong> · {formatDay(kept.madeAt)}
      </p>
      <div className={styles.hero}>
        <ResultHeading {...kept} isFresh={isFresh} />
        {recording !== undefined && <Listening audio={audio} kept={kept} />}
        <div className={styles.tools}>
          <ChoiceBar reading={texts} />
          {!isShort && (
            <div className={styles.wideOnly}>
              {/* By key the row's own button is as near. */}
              <Button variant="ghost" size="sm" tabIndex={-1} onClick={editRow}>
                <Icon className={styles.icon} d="M5 19l1-4L16 5l3 3L9 18zM14 7l3 3" />
                {text.edit}
              </Button>
              <TakeAway {...takeAway} hasCopies size="sm" />
            </div>
          )}
        </div>
      </div>
      <ResultAdvice {...kept} />
      <Suspense fallback={null}>
        <div ref={pair} tabIndex={-1}>
          <div role="status">{again}</div>
          {isShort ? (
            <ReadingCards {...props} reading={texts} />
          ) : (
            <ResultRows {...props} rows={texts.rows} view={texts.view} desk={{ desk, dispatch }} again={again} />
          )}
        </div>
        <OnceDrawn>
          {feedback}
          <ResultNotices result={result} />
          {isCutOff && !kept.isSaved && <p className={styles.check}>{text.unsaved}</p>}
          <ResultActions
            {...{ kept, onEdit }}
            {...rest}
            takeAway={
              isShort && (
                <div className={styles.wideOnly}>
                  <TakeAway {...takeAway} />
                </div>
              )
            }
            onUndo={texts.isCorrected ? undo : undefined}
          />
          <div className={bar.bar}>
            <TakeAway {...takeAway} hasCopies size="sm" />
          </div>
          <AboutText result={result} />
          <p className={styles.printed}>
            {result.engine.isStarter && trial.text} {text.check}
          </p>
        </OnceDrawn>
      </Suspense>
    </div>
  );
}

/** What comes when all that it stands beside has been drawn, and so moves nothing. */
function OnceDrawn({ children }: { children: ReactNode }) {
  const { clock } = useServices();
  const [isDrawn, setIsDrawn] = useState(false);
  useEffect(() => clock.afterPaint(() => setIsDrawn(true)), [clock]);
  return isDrawn && children;
}
