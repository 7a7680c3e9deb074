import { useText } from '../../lib/language-context.ts';
import { useServices } from '../../lib/services.ts';

/** Who offers the service: name and place, and whom to write to. */
export function Provider() {
  const { provider } = useText('common');
  const { name, url, contact } = useServices().operator;
  return (
    <p>
      {provider} <a href={url}>{name}</a> · {contact}
    </p>
  );
}
