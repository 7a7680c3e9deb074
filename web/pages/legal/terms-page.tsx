import { useText } from '../../lib/language-context.ts';

export function TermsPage() {
  const text = useText('terms');
  return <h1>{text.title}</h1>;
}
