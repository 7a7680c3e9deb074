import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';

type Props = {
  /** Its place among all parts of the text. */
  at: number;
  /** It is one word, by its place in the text. */
  word?: number | undefined;
  className: string;
  isCurrent?: boolean;
  isTabStop?: boolean;
  title?: string;
  children: ReactNode;
};

/**
 * A part of a text that can be pressed. It flows with the text and can be selected like it, which a `<button>`, a box of
 * its own to every browser, cannot; and hundreds of them cost a slow phone little. What holds them listens.
 */
export function TextPart({ at, word, className, isCurrent = false, isTabStop = true, title, children }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button does not flow with the text around it
    <span
      role="button"
      data-part={at}
      data-word={word}
      tabIndex={isTabStop ? 0 : -1}
      className={className}
      aria-current={isCurrent || undefined}
      title={title}
    >
      {children}
    </span>
  );
}

const partOf = ({ target }: { target: EventTarget }): DOMStringMap | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-part]')?.dataset : undefined;

/** A list in pieces of `size`, the last one with what is left. */
export function chunk<T>(list: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size));
}

/** Who drags over the text selects it, and does not press. */
const isSelecting = () => (window.getSelection()?.toString() ?? '') !== '';

/** For what holds the parts: a press by finger, mouse or key. */
export function listenToParts(onPress: (at: number) => void, onPressWord?: (word: number) => void) {
  const press = ({ part, word }: DOMStringMap) => {
    if (word !== undefined && onPressWord !== undefined) onPressWord(Number(word));
    else onPress(Number(part));
  };
  return {
    onClick: (event: MouseEvent) => {
      const part = partOf(event);
      if (part !== undefined && !isSelecting()) press(part);
    },
    onKeyDown: (event: KeyboardEvent) => {
      const part = partOf(event);
      if (part === undefined || (event.key !== 'Enter' && event.key !== ' ')) return;
      event.preventDefault();
      press(part);
    },
  };
}
