import { useWindowEvent } from './browser-state.ts';
import { useServices } from './services.ts';

type Shortcut = 'Space' | 'Ctrl+Enter' | '?';

/** Set by people who want no single key to do anything (WCAG 2.1.4): speech input types letters and marks by itself. */
export const singleKeysOffStorageKey = 'somalispeak_single_keys_off';

function readShortcut({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): Shortcut | undefined {
  if (altKey) return undefined;
  if (ctrlKey || metaKey) return key === 'Enter' ? 'Ctrl+Enter' : undefined;
  if (key === ' ') return 'Space';
  return key === '?' ? '?' : undefined;
}

const fields = 'input, textarea, select';
/** What makes its own use of the key. */
const takers: Record<Shortcut, string | undefined> = {
  Space: `${fields}, button, a, summary, [role=button]`,
  'Ctrl+Enter': undefined,
  '?': fields,
};

/** Does something at a key, wherever the focus is, but not behind a dialog; nothing while `run` is undefined. */
export function useShortcut(shortcut: Shortcut, run: (() => void) | undefined): void {
  const { storage } = useServices();
  useWindowEvent('keydown', (event) => {
    if (readShortcut(event) !== shortcut || run === undefined) return;
    const taker = takers[shortcut];
    if (taker !== undefined && event.target instanceof Element && event.target.closest(taker) !== null) return;
    if (shortcut !== 'Ctrl+Enter' && storage.getItem(singleKeysOffStorageKey) !== null) return;
    if (document.querySelector('dialog[open]') !== null) return;
    event.preventDefault();
    run();
  });
}
