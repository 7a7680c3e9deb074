/** A browser that cannot read the file says nothing at all on some phones. */
const patienceMilliseconds = 4_000;

/** Length of a file in seconds as far as the browser can tell; `undefined` where it cannot. */
export function readAudioLength(file: Blob): Promise<number | undefined> {
  return new Promise((resolve) => {
    const address = URL.createObjectURL(file);
    const element = document.createElement('audio');
    const finish = (seconds: number | undefined) => {
      clearTimeout(timer);
      element.removeAttribute('src');
      URL.revokeObjectURL(address);
      resolve(seconds);
    };
    const timer = setTimeout(() => finish(undefined), patienceMilliseconds);
    element.preload = 'metadata';
    element.onloadedmetadata = () => finish(Number.isFinite(element.duration) ? element.duration : undefined);
    element.onerror = () => finish(undefined);
    element.src = address;
  });
}
