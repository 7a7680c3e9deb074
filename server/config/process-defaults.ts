/**
 * Imported first of all: Node reads this when its first file is opened. A disk that stands still holds one thread for each
 * upload under way; the others go on looking up names and reading files.
 */
process.env.UV_THREADPOOL_SIZE ??= '256';
