import { useText } from '../../lib/language-context.ts';

export function DemoPage() {
  const text = useText('demo');
  return <h1>{text.title}</h1>;
}
