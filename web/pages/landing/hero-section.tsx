import { fillPlaces } from '#shared/errors/fill-places.ts';
import { freeAttempts, recordingMaxSeconds } from '#shared/limits.ts';
import { ButtonLink, buttonClass } from '../../components/ui/elements.tsx';
import { WovenWave } from '../../components/ui/woven-wave.tsx';
import { useSession } from '../../features/auth/session-context.tsx';
import { useAttemptsLeft } from '../../features/auth/use-attempts-left.ts';
import { useText } from '../../lib/language-context.ts';
import styles from './hero-section.module.css';

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
      <WovenWave className={styles.wave} />
    </section>
  );
}
