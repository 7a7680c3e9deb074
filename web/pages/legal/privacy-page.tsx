import { useText } from '../../lib/language-context.ts';

export function PrivacyPage() {
  const text = useText('privacy');
  return <h1>{text.title}</h1>;
}
