import { useEffect, useRef } from 'react';
import { classNames } from '../../components/ui/class-names.ts';
import { useText } from '../../lib/language-context.ts';
import { useReducedMotion } from '../../lib/reduced-motion.ts';
import { type LevelHint, meterFraction, quietBelowDbfs } from './level-hint.ts';
import styles from './recorder.module.css';

type Props = { levelDbfs: number; hint: LevelHint };

/** A dancing bar is motion: whoever asked for stillness gets three still positions. */
const stillSteps = 3;

/** How loud the voice is, as a bar and always in words too. */
export function LevelMeter({ levelDbfs, hint }: Props) {
  const text = useText('demo').recorder.recording;
  const isStill = useReducedMotion();
  const fill = useRef<HTMLDivElement>(null);
  const measured = meterFraction(levelDbfs);
  const fraction = isStill ? Math.ceil(measured * stillSteps) / stillSteps : measured;
  useEffect(() => {
    fill.current?.style.setProperty('--part', String(fraction));
  }, [fraction]);
  const words = hint === 'none' ? text[levelDbfs < quietBelowDbfs ? 'speak' : 'good'] : text[hint];
  return (
    <div className={styles.level}>
      {/* biome-ignore lint/a11y/useSemanticElements: browsers do not agree on how a native meter may look or move */}
      <div
        role="meter"
        aria-label={text.level}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(fraction * 100)}
        aria-valuetext={words}
        className={styles.meter}
      >
        <div ref={fill} className={classNames(styles.meterFill, hint !== 'none' && styles[hint])} />
      </div>
      <p className={classNames(styles.levelWords, hint !== 'none' && styles.levelProblem)}>{words}</p>
    </div>
  );
}
