import * as z from 'zod/mini';
import type { SentenceKey } from '../errors/codes.ts';

// Patterns are repeated by the API's description, where programs in other languages read them: no flags, no classes that
// only one engine knows.
/** Control characters, which no field of ours has a use for. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const plain = /^[^\u0000-\u001f\u007f-\u009f]*$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const plainLines = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]*$/;

/** Without halves of characters, which no database can store. */
const isWhole = (text: string): boolean => !/\p{Cs}/u.test(text);

export const isPlain = (otherwise: SentenceKey, pattern = plain) =>
  [z.regex(pattern, otherwise), z.refine<string>(isWhole, otherwise)] as const;

export const isPlainLines = (otherwise: SentenceKey) => isPlain(otherwise, plainLines);

/** An id or a token in an address: the characters of base64url and nothing else. */
export const wordOf = (maxCharacters: number, otherwise: SentenceKey) =>
  z.string().check(z.maxLength(maxCharacters, otherwise), z.regex(/^[A-Za-z0-9_-]+$/, otherwise));
