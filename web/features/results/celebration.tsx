import { type CSSProperties, useEffect, useState } from 'react';
import { confettiPieces, resultsInitialMilliseconds } from '#shared/limits.ts';
import { useReducedMotion } from '../../lib/browser-state.ts';
import { useServices } from '../../lib/services.ts';
import styles from './celebration.module.css';
import type { DemoResult } from './demo-result.ts';
import { bandOf } from './quality-bar.tsx';

/** Spec §9: the first 3 s of the results are a celebration, where there is something to celebrate: nothing beside it contradicts. */
export const isWorthCelebrating = ({ engine, transcriptConfidence }: DemoResult): boolean =>
  !engine.isStarter && engine.isCalibrated && bandOf(transcriptConfidence) === 'high';

export function useCelebration(isDue: boolean): boolean {
  const { clock } = useServices();
  const [isCelebrating, setCelebrating] = useState(isDue);
  useEffect(() => clock.after(resultsInitialMilliseconds, () => setCelebrating(false)), [clock]);
  return isCelebrating;
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
export function Confetti() {
  const isStill = useReducedMotion();
  if (isStill) return null;
  return (
    <div className={styles.confetti} aria-hidden="true" data-confetti="">
      {Array.from({ length: confettiPieces }, (_, piece) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces never change places
        <span key={piece} className={styles.piece} style={lookOf(piece)} />
      ))}
    </div>
  );
}
