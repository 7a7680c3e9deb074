import { useText } from '../../lib/language-context.ts';

export function UseCasesPage() {
  const text = useText('useCases');
  return <h1>{text.title}</h1>;
}
