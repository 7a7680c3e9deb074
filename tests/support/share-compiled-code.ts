import path from 'node:path';

/**
 * A run starts the same programs a hundred times, and half of what a start costs is to compile them. Whoever imports this
 * shares Node's compiled code with every process it starts; nothing a program does depends on it.
 */
process.env.NODE_COMPILE_CACHE ??= path.resolve(import.meta.dirname, '../../node_modules/.cache/compiled-code');
