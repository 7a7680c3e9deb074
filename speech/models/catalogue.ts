import type { TranslatorChoice } from '../settings.ts';
import pins from './catalogue.json' with { type: 'json' };

/** One file of a model, pinned by its hash; a size that nobody published is `null`. */
export type ModelFile = {
  /** Path inside the model's own folder. */
  path: string;
  /** Places on the model hub, tried in order: `{repository}/resolve/{revision}/{file}`. */
  sources: readonly string[];
  bytes: number | null;
  sha256: string;
};

export type Model = {
  /** The engine's name in results and in the calibration file; also its folder's name. */
  name: string;
  role: 'recogniser' | 'translator';
  /** What computes it: a row of the table in parts/parts.ts. */
  engine: string;
  title: string;
  licence: string;
  /** What the licence keeps an operator from, in a few words; absent when nothing. */
  licenceLimit?: string;
  /** Working memory it needs, in bytes, roughly. */
  memoryBytes: number;
  /** Published graphs too slow to answer with: optimised ones are made from them once (parts/translator/optimise). */
  needsOptimising?: boolean;
  files: readonly ModelFile[];
};

/** A model as `catalogue.json` has it: its files come from `repository` under their own paths, but for those that say otherwise. */
type PinnedModel = Omit<Model, 'name' | 'files'> & {
  repository: string;
  files: readonly (Omit<ModelFile, 'sources'> & Partial<Pick<ModelFile, 'sources'>>)[];
};

function readModel(name: keyof typeof pins): Model {
  const { repository, files, ...model }: PinnedModel = pins[name] as PinnedModel;
  return { name, ...model, files: files.map((file) => ({ sources: [`${repository}/${file.path}`], ...file })) };
}

export const defaultModelHost = 'https://huggingface.co';

const omniasr1B = readModel('omniasr-ctc-1b-v2');
/**
 * No revision of its graph is known; its hash pins it. Both sizes share one vocabulary, so the texts are those of the larger
 * one, whose revision is known.
 */
const omniasr300M = readModel('omniasr-ctc-300m-v2');
const nllb600M = readModel('nllb-200-distilled-600m');
/** Its other small files have no published hash, and say nothing that these do not. */
const madlad3B = readModel('madlad400-3b-mt');

/** Every model the product can fetch. */
export const catalogue: readonly Model[] = [omniasr1B, omniasr300M, nllb600M, madlad3B];

/** What each profile recognises with. */
export const recogniserOfProfile = { standard: omniasr1B, light: omniasr300M } as const;

/** What `SPEECH_TRANSLATOR` chooses among, for both profiles. */
export const translators: Record<TranslatorChoice, Model> = { nllb: nllb600M, madlad: madlad3B };

/** Bytes of a model's files as far as they are known. */
export const countModelBytes = ({ files }: Model): number => files.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0);
