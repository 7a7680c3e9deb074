import { ButtonLink, buttonClass } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { StepHeading } from '../../components/ui/step-heading.tsx';
import { useText } from '../../lib/language-context.ts';
import styles from './attempts.module.css';
import { accessRequestDraft } from './mail-draft.ts';

type Props = { supportEmail: string; takesFocus: boolean };

/** Spec §2: the screen that replaces everything at 0 attempts. */
export function AttemptsExhausted({ supportEmail, takesFocus }: Props) {
  const text = useText('demo').attempts.exhausted;
  return (
    <Card className={styles.exhausted}>
      <svg viewBox="0 0 48 48" aria-hidden="true" className={styles.star}>
        <path d="M24 3l5.2 14.6 15.5.4-12.3 9.4 4.4 14.9L24 33.5l-12.8 8.8 4.4-14.9L3.3 18l15.5-.4z" />
      </svg>
      <StepHeading takesFocus={takesFocus} className={styles.heading}>
        {text.heading}
      </StepHeading>
      <p className={styles.finished}>{text.finished}</p>
      <p>{text.contact}</p>
      <h2 className={styles.benefitsHeading}>{text.benefitsHeading}</h2>
      <ul className={styles.benefits}>
        {text.benefits.map((benefit) => (
          <li key={benefit}>{benefit}</li>
        ))}
      </ul>
      <div className={styles.actions}>
        <a className={buttonClass({ size: 'lg' })} href={accessRequestDraft(supportEmail)}>
          {text.button}
        </a>
        <ButtonLink href="/" variant="ghost">
          {text.home}
        </ButtonLink>
      </div>
    </Card>
  );
}
