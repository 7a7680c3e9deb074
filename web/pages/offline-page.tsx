import { useText } from '../lib/language-context.ts';

export function OfflinePage() {
  const text = useText('common');
  return <h1>{text.offline.heading}</h1>;
}
