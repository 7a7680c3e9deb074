import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Test material that is not part of the project; tests that use it skip where it is absent. */
export const sharedData = fileURLToPath(new URL('../../../shared/data', import.meta.url));
export const hasSharedData = existsSync(sharedData);
