import { useState } from 'react';
import { joinSentences, type Sample, samples } from '#shared/samples.ts';
import { classNames } from '../../components/ui/class-names.ts';
import { TrialNotice } from '../../components/ui/trial-notice.tsx';
import { useText } from '../../lib/language-context.ts';
import styles from './sample-card.module.css';
import { useSamplePlayer } from './use-sample-player.ts';

/** What an answer says of a sentence that it is not sure of, or did not understand. */
const doubt = /\(\?\)|\[not understood\]/;

/** The product in small: a recording of ours that plays, its words as heard, the cleaned line, and the English. */
export function SampleCard() {
  const text = useText('landing').hero;
  const { sampleNames } = useText('common');
  const [sample, setSample] = useState(samples[0] as Sample);
  const { isPlaying, seconds, toggle, stop } = useSamplePlayer(sample);
  const english = joinSentences(sample, 'english');
  return (
    <figure className={styles.card}>
      <figcaption className={styles.caption}>{text.sampleLabel}</figcaption>
      <div className={styles.controls}>
        <button
          type="button"
          className={styles.play}
          aria-label={`${isPlaying ? text.samplePause : text.samplePlay}: ${sampleNames[sample.id]}`}
          onClick={toggle}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d={isPlaying ? 'M7 5h4v14H7zM13 5h4v14h-4z' : 'M8 4.5v15l12-7.5z'} />
          </svg>
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
        <dt>{text.sampleRaw}</dt>
        <dd lang="so" className={styles.raw}>
          {sample.words.map(([raw, start, end]) => (
            <span key={start} className={classNames(isPlaying && seconds >= start && seconds < end && styles.said)}>
              {raw}{' '}
            </span>
          ))}
        </dd>
        <dt>{text.sampleEnhanced}</dt>
        <dd lang="so">{joinSentences(sample, 'somali')}</dd>
        <dt>{text.sampleEnglish}</dt>
        <dd lang="en" className={styles.english}>
          {english}
        </dd>
      </dl>
      <TrialNotice key={sample.id} isOpen={doubt.test(english)} />
    </figure>
  );
}
