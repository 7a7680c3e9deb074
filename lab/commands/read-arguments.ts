import { type ParseArgsConfig, parseArgs } from 'node:util';

/** The options and names of a command line; `null` where one is misspelt, for the usage text to answer. */
export function readArguments<T extends ParseArgsConfig>(config: T) {
  try {
    return parseArgs(config);
  } catch {
    return null;
  }
}
