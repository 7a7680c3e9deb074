/** Less than what counts as a shift of the layout (3 px), so that nobody who reads on loses the line. */
const pixelsInFrame = 2;

/** Brings an element to a height by a little with every frame, or at once for who asked for stillness; the answer stops it. */
export function moveHeight(element: HTMLElement, target: number): () => void {
  if (element.offsetHeight === target) return () => {};
  let frame = 0;
  const set = (height: number) => {
    element.style.blockSize = `${height}px`;
  };
  const step = () => {
    const height = element.offsetHeight;
    const left = target - height;
    if (Math.abs(left) <= pixelsInFrame) return set(target);
    set(height + Math.sign(left) * pixelsInFrame);
    frame = requestAnimationFrame(step);
  };
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) set(target);
  else step();
  return () => cancelAnimationFrame(frame);
}
