import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes of buffers that something still holds; what waits to be collected would make this a matter of luck. */
export function countHeldBytes(): number {
  // A collection hands buffers to a thread that frees them; the next one waits for it.
  collectGarbage();
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}
