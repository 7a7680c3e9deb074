import * as accounts from './accounts.ts';
import type { Endpoint } from './endpoint.ts';
import * as ownWords from './own-words.ts';
import * as programs from './programs.ts';
import * as results from './results.ts';
import * as system from './system.ts';
import * as transcription from './transcription.ts';

const isEndpoint = (entry: [string, unknown]): entry is [string, Endpoint] =>
  typeof entry[1] === 'object' && entry[1] !== null && 'path' in entry[1];

/** Every endpoint below `/api` that is part of the contract, by path; a test holds the registered routes against this. */
export const endpoints: Readonly<Record<string, Endpoint>> = Object.fromEntries(
  Object.entries<unknown>({ ...accounts, ...ownWords, ...programs, ...results, ...system, ...transcription })
    .filter(isEndpoint)
    .sort(([, one], [, other]) => one.path.localeCompare(other.path)),
);
