import * as z from 'zod/mini';
import type { SentenceKey } from '../errors/codes.ts';

/** Control characters, which no field of ours has a use for, and halves of characters, which no database can store. */
const unusable = /[\p{Cc}\p{Cs}]/u;

const isPlainText = (text: string): boolean => !unusable.test(text);

export const isPlain = (otherwise: SentenceKey) => z.refine<string>(isPlainText, otherwise);

/** Text of several lines. */
export const isPlainLines = (otherwise: SentenceKey) =>
  z.refine<string>((text) => isPlainText(text.replace(/[\n\r\t]/g, ' ')), otherwise);

/** An id or a token in an address: the characters of base64url and nothing else. */
export const wordOf = (maxCharacters: number, otherwise: SentenceKey) =>
  z.string().check(z.maxLength(maxCharacters, otherwise), z.regex(/^[\w-]+$/, otherwise));
