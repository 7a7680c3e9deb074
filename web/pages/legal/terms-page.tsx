import { useText } from '../../lib/language-context.ts';
import { LegalText } from './legal-text.tsx';

export function TermsPage() {
  return <LegalText text={useText('terms')} />;
}
