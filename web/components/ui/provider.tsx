import { useText } from '../../lib/language-context.ts';
import type { ServiceInfo } from '../../lib/service-info.ts';

/** Who offers the service: name and place, and a person; or that the operator has yet to say. */
export function Provider({ info }: { info: ServiceInfo | undefined }) {
  const { provider: text } = useText('common');
  if (info === undefined) return null;
  const { name, url, contact } = info.provider;
  if (name === null) return <p>{text.missing}</p>;
  return (
    <p>
      {text.by} {url === null ? name : <a href={url}>{name}</a>}
      {contact !== null && ` · ${contact}`}
    </p>
  );
}
