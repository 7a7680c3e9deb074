/** Read by Node at its first file: on a disk that stands still each upload holds a thread. */
process.env.UV_THREADPOOL_SIZE ??= '256';
