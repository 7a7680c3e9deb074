import { type CSSProperties, useEffect, useState } from 'react';
import { notUnderstood } from '#shared/languages.ts';
import { confettiPieces, resultsInitialMilliseconds } from '#shared/limits.ts';
import { Icon, StepHeading } from '../../components/ui/elements.tsx';
import { useReducedMotion } from '../../lib/browser-state.ts';
import { formatCount, useLanguage, useText } from '../../lib/language-context.ts';
import { useServices } from '../../lib/services.ts';
import confetti from './celebration.module.css';
import { bandOf } from './result-quality.tsx';
import type { KeptResult } from './result-store.ts';
import styles from './results.module.css';

/** Spec §2, §9: "Success" and 3 s of confetti for what has just been made well enough; for the rest what to do about it. */
export function ResultHeading({ result, edited, isFresh }: KeptResult & { isFresh: boolean }) {
  const text = useText('demo').results;
  const band = bandOf(result.transcriptConfidence);
  const isSuccess = isFresh && (band === 'high' || band === 'medium');
  const { clock } = useServices();
  const [isCelebrating, setCelebrating] = useState(isSuccess);
  useEffect(() => clock.after(resultsInitialMilliseconds, () => setCelebrating(false)), [clock]);
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
    </div>
  );
}

export function ResultAdvice({ result, edited }: KeptResult) {
  const text = useText('demo').results;
  const { language } = useLanguage();
  const untranslated = edited.translation.split(notUnderstood).length - 1;
  return (
    <>
      {bandOf(result.transcriptConfidence) === 'low' && <p className={styles.advice}>{text.doubtful}</p>}
      {untranslated > 0 && <p className={styles.advice}>{formatCount(language, text.untranslated, untranslated)}</p>}
    </>
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
