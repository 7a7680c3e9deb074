import { useText } from '../../lib/language-context.ts';
import { useServices } from '../../lib/services.ts';

export function Provider() {
  const { provider } = useText('common');
  const { name, url, contact } = useServices().operator;
  return (
    <p>
      {provider} <a href={url}>{name}</a> · {contact}
    </p>
  );
}
