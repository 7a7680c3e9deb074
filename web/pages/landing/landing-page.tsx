import { useText } from '../../lib/language-context.ts';

export function LandingPage() {
  const text = useText('landing');
  return <h1>{text.title}</h1>;
}
