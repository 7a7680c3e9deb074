import { useState } from 'react';
import { type Sample, sampleAddress, samples } from '#shared/samples.ts';
import { Button } from '../../components/ui/button.tsx';
import { useSentence, useText } from '../../lib/language-context.ts';
import styles from './recorder.module.css';
import type { Take } from './take-store.ts';

/** Recordings of ours for who has none at hand: they go through the same engine and cost no attempt. */
export function SampleRow({ onTake }: { onTake: (take: Take) => void }) {
  const { sampleNames } = useText('common');
  const text = useText('demo').recorder.samples;
  const sentence = useSentence();
  const [hasFailed, setHasFailed] = useState(false);
  const take = async (sample: Sample) => {
    setHasFailed(false);
    try {
      const response = await fetch(sampleAddress(sample));
      if (!response.ok) throw new Error(`status ${response.status}`);
      const bytes = await response.arrayBuffer();
      const durationSeconds = sample.words.at(-1)?.[2];
      onTake({ bytes, mimeType: 'audio/mp4', fileName: `${sample.id}.m4a`, source: 'sample', durationSeconds });
    } catch {
      setHasFailed(true);
    }
  };
  return (
    <section className={styles.samples} aria-label={text.label}>
      <p className={styles.hint}>{text.lead}</p>
      <div className={styles.actions}>
        {samples.map((sample) => (
          <Button key={sample.id} variant="secondary" size="sm" onClick={() => void take(sample)}>
            {sampleNames[sample.id]}
          </Button>
        ))}
      </div>
      {hasFailed && (
        <p className={styles.problem} role="alert">
          {sentence('NETWORK')}
        </p>
      )}
    </section>
  );
}
