import { type ReactNode, useEffect, useRef } from 'react';

type Props = {
  /** True where the step has just replaced another: the reader's focus goes with it. */
  takesFocus: boolean;
  className?: string | undefined;
  children: ReactNode;
};

/** The one `<h1>` of a step within a page. */
export function StepHeading({ takesFocus, className, children }: Props) {
  const element = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) element.current?.focus();
  }, [takesFocus]);
  return (
    <h1 ref={element} tabIndex={-1} className={className}>
      {children}
    </h1>
  );
}
