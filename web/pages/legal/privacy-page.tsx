import { useText } from '../../lib/language-context.ts';
import { LegalText } from './legal-text.tsx';

export function PrivacyPage() {
  return <LegalText text={useText('privacy')} />;
}
