import path from 'node:path';

const { TEST_DATA_DIR } = process.env;

/** Test material that is not part of the project (`TEST_DATA_DIR`); tests that use it skip where none is named. */
export const sharedData = path.resolve(TEST_DATA_DIR || '.');
export const hasSharedData = Boolean(TEST_DATA_DIR);
