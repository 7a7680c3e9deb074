import { Button } from '../components/ui/elements.tsx';
import { useWindowEvent } from '../lib/browser-state.ts';
import { useText } from '../lib/language-context.ts';
import { MessagePage } from './message.tsx';

/** Shown by the service worker in place of a page it cannot fetch; goes on by itself when the network is back. */
export function OfflinePage() {
  const text = useText('offline');
  const reload = () => window.location.reload();
  useWindowEvent('online', reload);
  return (
    <MessagePage>
      <h1>{text.heading}</h1>
      <p>{text.message}</p>
      <Button size="lg" onClick={reload}>
        {text.retry}
      </Button>
    </MessagePage>
  );
}
