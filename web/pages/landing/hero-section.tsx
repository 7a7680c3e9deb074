import { useLocation } from 'wouter';
import { fillPlaces } from '#shared/errors/format-sentence.ts';
import { freeAttempts, recordingMaxSeconds } from '#shared/limits.ts';
import { buttonClass } from '../../components/ui/button.tsx';
import { WovenWave } from '../../components/ui/woven-wave.tsx';
import { useSession } from '../../features/auth/session-context.tsx';
import { useText } from '../../lib/language-context.ts';
import styles from './hero-section.module.css';
import { chooseHeroTarget } from './hero-target.ts';
import { SampleCard } from './sample-card.tsx';

export function HeroSection() {
  const text = useText('landing').hero;
  const { isAuthenticated } = useSession();
  const [, navigate] = useLocation();
  const target = () => chooseHeroTarget(isAuthenticated, document.getElementById('demo') !== null);
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
          <a
            href={isAuthenticated ? '/demo' : '#demo'}
            className={buttonClass({ size: 'lg' })}
            onClick={(event) => {
              // The page's own section is the browser's to go to; only another page is the router's.
              if (target() !== '/demo') return;
              event.preventDefault();
              navigate('/demo');
            }}
          >
            {isAuthenticated ? text.startDemo : text.tryFree}
          </a>
        </p>
        <p className={styles.promise}>{fillPlaces(text.promise, { attempts: freeAttempts })}</p>
      </div>
      <div className={styles.show}>
        <WovenWave className={styles.wave} />
        <SampleCard />
      </div>
    </section>
  );
}
