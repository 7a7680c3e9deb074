import { useState } from 'react';
import { fillPlaces } from '#shared/errors/fill-places.ts';
import { notUnderstood, unsureMark } from '#shared/languages.ts';
import { freeAttempts, recordingMaxSeconds } from '#shared/limits.ts';
import { joinSentences, type Sample, samples } from '#shared/samples.ts';
import { TrialNotice } from '../../components/ui/disclosure.tsx';
import { ButtonLink, buttonClass, classNames, PlayIcon } from '../../components/ui/elements.tsx';
import { WovenWave } from '../../components/ui/woven-wave.tsx';
import { useSession } from '../../features/auth/session-context.tsx';
import { useAttemptsLeft } from '../../features/auth/use-attempts-left.ts';
import { useText } from '../../lib/language-context.ts';
import styles from './hero-section.module.css';
import card from './sample-card.module.css';
import { useSamplePlayer } from './use-sample-player.ts';

/** Spec §2: its button leads to the demo itself when signed in, with what is left; otherwise to the page's demo section. */
export function HeroSection() {
  const text = useText('landing').hero;
  const { isAuthenticated } = useSession();
  const attemptsLeft = useAttemptsLeft();
  return (
    <section className={styles.hero}>
      <div className={styles.words}>
        <h1 className={styles.heading}>
          {text.heading.map((line) => (
            <span key={line}>{line} </span>
          ))}
        </h1>
        <p className={styles.subtitle}>{fillPlaces(text.subtitle, { seconds: recordingMaxSeconds })}</p>
        <p className={styles.actions}>
          {isAuthenticated ? (
            <ButtonLink href="/demo" size="lg">
              {text.startDemo}
            </ButtonLink>
          ) : (
            <a href="#demo" className={buttonClass({ size: 'lg' })}>
              {text.tryFree}
            </a>
          )}
        </p>
        <p className={styles.promise}>
          {isAuthenticated ? attemptsLeft : fillPlaces(text.promise, { attempts: freeAttempts })}
        </p>
      </div>
      <div className={styles.show}>
        <WovenWave className={styles.wave} />
        <SampleCard />
      </div>
    </section>
  );
}

/** The product in small: a recording of ours that plays, its words as heard, the cleaned line, and the English. */
function SampleCard() {
  const text = useText('landing').hero;
  const { sampleNames } = useText('common');
  const [sample, setSample] = useState(samples[0] as Sample);
  const { isPlaying, seconds, toggle, stop } = useSamplePlayer(sample);
  const english = joinSentences(sample, 'english');
  return (
    <figure className={card.card}>
      <figcaption className={card.caption}>{text.sampleLabel}</figcaption>
      <div className={card.controls}>
        <button
          type="button"
          className={card.play}
          aria-label={`${isPlaying ? text.samplePause : text.samplePlay}: ${sampleNames[sample.id]}`}
          onClick={toggle}
        >
          <PlayIcon isPlaying={isPlaying} />
        </button>
        {samples.map((each) => (
          <button
            key={each.id}
            type="button"
            className={card.choice}
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
      <dl className={card.list}>
        <dt>{text.sampleRaw}</dt>
        <dd lang="so" className={card.raw}>
          {sample.words.map(([raw, start, end]) => (
            <span key={start} className={classNames(isPlaying && seconds >= start && seconds < end && card.said)}>
              {raw}{' '}
            </span>
          ))}
        </dd>
        <dt>{text.sampleEnhanced}</dt>
        <dd lang="so">{joinSentences(sample, 'somali')}</dd>
        <dt>{text.sampleEnglish}</dt>
        <dd lang="en" className={card.english}>
          {english}
        </dd>
      </dl>
      <TrialNotice key={sample.id} isOpen={[unsureMark, notUnderstood].some((mark) => english.includes(mark))} />
    </figure>
  );
}
