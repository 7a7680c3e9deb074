import { formatCount, useLanguage, useText } from '../../lib/language-context.ts';
import { useSession } from './session-context.tsx';

export function useAttemptsLeft(): string {
  const { nav } = useText('common');
  const { language } = useLanguage();
  const { user, attemptsRemaining } = useSession();
  return user?.unlimited === true ? nav.unlimited : formatCount(language, nav.attempts, attemptsRemaining);
}
