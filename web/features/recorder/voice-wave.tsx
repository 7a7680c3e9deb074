import { useEffect, useState } from 'react';
import { classNames } from '../../components/ui/class-names.ts';
import { threadCount, WovenWave } from '../../components/ui/woven-wave.tsx';
import { useText } from '../../lib/language-context.ts';
import { useReducedMotion } from '../../lib/reduced-motion.ts';
import { type LevelHint, meterFraction, quietBelowDbfs } from './level-hint.ts';
import styles from './recorder.module.css';

type Props = { levelDbfs: number; hint: LevelHint };

const thinnest = 4;
/** A moving cloth is motion: whoever asked for stillness gets three still positions. */
const stillSteps = 3;

/** The voice woven into cloth, the newest thread at the end, and always in words too. */
export function VoiceWave({ levelDbfs, hint }: Props) {
  const text = useText('demo').recorder.recording;
  const isStill = useReducedMotion();
  const measured = meterFraction(levelDbfs);
  const fraction = isStill ? Math.ceil(measured * stillSteps) / stillSteps : measured;
  const [heights, setHeights] = useState<readonly number[]>(() => Array.from({ length: threadCount }, () => thinnest));
  useEffect(() => {
    const height = Math.max(thinnest, fraction * 100);
    setHeights((before) => (isStill ? before.map(() => height) : [...before.slice(1), height]));
  }, [fraction, isStill]);
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
      >
        <WovenWave className={styles.voice} heights={heights} />
      </div>
      <p className={classNames(styles.levelWords, hint !== 'none' && styles.levelProblem)}>{words}</p>
    </div>
  );
}
