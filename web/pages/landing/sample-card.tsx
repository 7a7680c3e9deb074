import { useEffect, useRef, useState } from 'react';
import { notUnderstood, unsureMark } from '#shared/languages.ts';
import { joinSentences, type Sample, sampleAddress, samples } from '#shared/samples.ts';
import { TrialNotice } from '../../components/ui/disclosure.tsx';
import { PlayIcon } from '../../components/ui/elements.tsx';
import { useText } from '../../lib/language-context.ts';
import styles from './sample-card.module.css';

/** The product in small: a recording of ours that plays, its words as heard, the cleaned line, and the English. */
export function SampleCard() {
  const text = useText('landing').preview.sample;
  const { sampleNames } = useText('common');
  const [sample, setSample] = useState(samples[0] as Sample);
  const { isPlaying, seconds, toggle, stop } = useSamplePlayer(sample);
  const english = joinSentences(sample, 'english');
  return (
    <figure className={styles.card}>
      <figcaption className={styles.caption}>{text.label}</figcaption>
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

/** Plays a recording of ours from its beginning; fetches nothing before play is pressed. */
function useSamplePlayer(sample: Sample) {
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setIsPlaying] = useState(false);
  const [seconds, setSeconds] = useState(0);
  useEffect(() => () => audio.current?.pause(), []);
  const stop = () => {
    audio.current?.pause();
    audio.current = null;
    setIsPlaying(false);
    setSeconds(0);
  };
  const play = () => {
    const element = new Audio(sampleAddress(sample));
    audio.current = element;
    const react = (run: () => void) => () => {
      if (audio.current === element) run();
    };
    element.addEventListener(
      'timeupdate',
      react(() => setSeconds(element.currentTime)),
    );
    element.addEventListener('ended', react(stop));
    setIsPlaying(true);
    element.play().catch(react(stop));
  };
  return { isPlaying, seconds, stop, toggle: isPlaying ? stop : play };
}
