import { useRef, useState } from 'react';
import { notUnderstood, unsureMark } from '#shared/languages.ts';
import { joinSentences, type Sample, sampleAddress, samples } from '#shared/samples.ts';
import { TrialNotice } from '../../components/ui/disclosure.tsx';
import { PlayIcon } from '../../components/ui/elements.tsx';
import { useText } from '../../lib/language-context.ts';
import styles from './sample-card.module.css';

export function SampleCard() {
  const text = useText('landing').preview.sample;
  const { sampleNames } = useText('common');
  const [sample, setSample] = useState(samples[0] as Sample);
  const audio = useRef<HTMLAudioElement>(null);
  /** Where it is while it plays. */
  const [seconds, setSeconds] = useState<number>();
  const isPlaying = seconds !== undefined;
  const stop = () => setSeconds(undefined);
  const toggle = () => {
    if (isPlaying) {
      // From the beginning the next time.
      audio.current?.load();
      stop();
    } else {
      setSeconds(0);
      audio.current?.play().catch(stop);
    }
  };
  const english = joinSentences(sample, 'english');
  return (
    <figure className={styles.card}>
      <figcaption className={styles.caption}>{text.label}</figcaption>
      {/* biome-ignore lint/a11y/useMediaCaption: its words stand below */}
      <audio
        key={sampleAddress(sample)}
        ref={audio}
        src={sampleAddress(sample)}
        preload="none"
        onTimeUpdate={({ currentTarget: { currentTime } }) =>
          setSeconds((now) => (now === undefined ? now : currentTime))
        }
        onEnded={stop}
      />
      <div className={styles.controls}>
        <button
          type="button"
          className={styles.play}
          aria-label={`${isPlaying ? text.pause : text.play}: ${sampleNames[sample.id]}`}
          onClick={toggle}
        >
          <PlayIcon isPlaying={isPlaying} />
        </button>
        {samples.map((each) => (
          <button
            key={each.id}
            type="button"
            className={styles.choice}
            aria-pressed={each === sample}
            onClick={() => {
              stop();
              setSample(each);
            }}
          >
            {sampleNames[each.id]}
          </button>
        ))}
      </div>
      <dl className={styles.list}>
        <dt>{text.raw}</dt>
        <dd lang="so" className={styles.raw}>
          {sample.words.map(([raw, start, end]) => {
            const isSaid = isPlaying && seconds >= start && seconds < end;
            return (
              <span key={start} className={isSaid ? styles.said : undefined} data-said={isSaid || undefined}>
                {raw}{' '}
              </span>
            );
          })}
        </dd>
        <dt>{text.enhanced}</dt>
        <dd lang="so">{joinSentences(sample, 'somali')}</dd>
        <dt>{text.english}</dt>
        <dd lang="en" className={styles.english}>
          {english}
        </dd>
      </dl>
      <TrialNotice key={sample.id} isOpen={[unsureMark, notUnderstood].some((mark) => english.includes(mark))} />
    </figure>
  );
}
