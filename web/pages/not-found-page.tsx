import { useText } from '../lib/language-context.ts';

export function NotFoundPage() {
  const text = useText('common');
  return <h1>{text.notFound.message}</h1>;
}
