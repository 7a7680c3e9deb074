import { fillPlaces, type SentenceValues } from '#shared/errors/fill-places.ts';
import {
  freeAttempts,
  liabilityCapDollars,
  liabilityCapMonths,
  magicLinkValidHours,
  maxUploadMegabytes,
  minimumAgeYears,
  recordingMaxSeconds,
  recordingMinSeconds,
  retentionDays,
} from '#shared/limits.ts';
import { TextList } from '../../components/ui/elements.tsx';
import { Provider } from '../../components/ui/provider.tsx';
import type { Dictionaries } from '../../lib/text-registry.ts';
import styles from './legal-text.module.css';

export type LegalTexts = Dictionaries['privacy' | 'terms'];

/** The policy facts of spec §1 and §9, filled into both languages from one place. */
export const policyFacts: SentenceValues = {
  retentionDays,
  minimumAge: minimumAgeYears,
  liabilityMonths: liabilityCapMonths,
  liabilityCap: `$${liabilityCapDollars}`,
  linkHours: magicLinkValidHours,
  freeAttempts,
  minSeconds: recordingMinSeconds,
  maxSeconds: recordingMaxSeconds,
  maxMegabytes: maxUploadMegabytes,
};

export function LegalText({ text }: { text: LegalTexts }) {
  const fill = (words: string) => fillPlaces(words, policyFacts);
  return (
    <article className={styles.article}>
      <h1>{text.heading}</h1>
      <p className={styles.updated}>{text.updated}</p>
      <p>{fill(text.intro)}</p>
      <nav className={styles.contents} aria-label={text.contents}>
        <h2>{text.contents}</h2>
        <ol>
          {text.sections.map(({ id, heading }) => (
            <li key={id}>
              <a href={`#${id}`}>{heading}</a>
            </li>
          ))}
        </ol>
      </nav>
      {text.sections.map(({ id, heading, paragraphs, list }) => (
        <section key={id} id={id}>
          <h2>{heading}</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{fill(paragraph)}</p>
          ))}
          {list.length > 0 && <TextList items={list.map(fill)} />}
        </section>
      ))}
      <Provider />
    </article>
  );
}
