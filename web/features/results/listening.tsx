import { playbackSpeeds, stepBackSeconds } from '#shared/limits.ts';
import { AudioBar } from '../../components/ui/audio-bar.tsx';
import { Button, Icon, ProblemAlert } from '../../components/ui/elements.tsx';
import type { useAudioPlayer } from '../../lib/audio-player.ts';
import { useText } from '../../lib/language-context.ts';
import type { KeptResult } from './result-store.ts';
import styles from './results.module.css';

type Props = { audio: ReturnType<typeof useAudioPlayer>; kept: KeptResult };

export function Listening({ audio: { player, state }, kept }: Props) {
  const text = useText('demo').results;
  return (
    <section className={styles.listen} aria-label={text.listen.label}>
      <AudioBar player={player} state={state} knownSeconds={kept.result.durationSeconds} labels={text.listen} />
      <Button
        variant="ghost"
        size="icon"
        aria-label={text.listen.back}
        onClick={() => player?.seek(Math.max(0, state.positionSeconds - stepBackSeconds))}
      >
        <Icon className={styles.icon} d="M4 4v6h6M4.5 10a8 8 0 1 1-.5 4" />
      </Button>
      <select
        className={styles.speed}
        aria-label={text.listen.speed}
        defaultValue={1}
        onChange={({ currentTarget }) => player?.setSpeed(Number(currentTarget.value))}
      >
        {playbackSpeeds.map((each) => (
          <option key={each} value={each}>
            {each}×
          </option>
        ))}
      </select>
      <ProblemAlert problem={state.problem} className={styles.hint} />
    </section>
  );
}
