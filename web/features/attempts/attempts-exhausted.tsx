import { ButtonLink, buttonClass } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { StepHeading } from '../../components/ui/step-heading.tsx';
import { useText } from '../../lib/language-context.ts';
import { useScreenTitle } from '../../lib/page-title.ts';
import styles from './attempts.module.css';
import { accessRequestDraft } from './attempts-notice.tsx';

type Props = { supportEmail: string; takesFocus: boolean };

/** Spec §2: the screen that replaces everything at 0 attempts. */
export function AttemptsExhausted({ supportEmail, takesFocus }: Props) {
  const text = useText('demo').attempts.exhausted;
  useScreenTitle(text.heading);
  return (
    <Card className={styles.exhausted}>
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
