import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ownWordsMost } from '#shared/limits.ts';
import type { LetterModelOptions } from './letter-model.ts';

export type LanguageFiles = {
  tokensFile: string;
  /** `letter-model.bin`, of this recogniser or of another one. */
  letterModelFile?: string;
  /** What `npm run adapt` wrote: a word a line. */
  ownWordsFile?: string;
};

export type LanguageParts = {
  letterModel?: Uint8Array | undefined;
  letterOptions?: LetterModelOptions;
  ownWords?: ReadonlySet<string>;
};

/** For a recogniser that the letter model was not measured with: enough to settle doubts, too little to overrule. */
const cautious: LetterModelOptions = { weight: 0.3, letterBonus: 0.5 };

async function readIfThere(file: string | undefined): Promise<Buffer | undefined> {
  if (file === undefined) return undefined;
  try {
    return await readFile(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** What is known of the language beside the recogniser: letters counted in text, and the operator's own words. */
export async function readLanguage({
  tokensFile,
  letterModelFile,
  ownWordsFile,
}: LanguageFiles): Promise<LanguageParts> {
  const [letterModel, ownText] = await Promise.all([readIfThere(letterModelFile), readIfThere(ownWordsFile)]);
  const isOwn = letterModelFile !== undefined && path.dirname(letterModelFile) === path.dirname(tokensFile);
  return {
    letterModel,
    ...(!isOwn && { letterOptions: cautious }),
    ...(ownText && { ownWords: new Set(ownText.toString('utf8').split('\n').filter(Boolean).slice(0, ownWordsMost)) }),
  };
}
