import type { ReactNode } from 'react';
import { takeFocus } from './field.tsx';

type Props = {
  /** True where the step has just replaced another: the reader's focus goes with it. */
  takesFocus: boolean;
  className?: string | undefined;
  children: ReactNode;
};

/** The one `<h1>` of a step within a page. */
export function StepHeading({ takesFocus, className, children }: Props) {
  return (
    <h1 ref={takesFocus ? takeFocus : undefined} tabIndex={-1} className={className}>
      {children}
    </h1>
  );
}
