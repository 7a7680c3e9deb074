import { useText } from '../../lib/language-context.ts';

export function VerifyPage() {
  const text = useText('auth');
  return <h1>{text.title}</h1>;
}
