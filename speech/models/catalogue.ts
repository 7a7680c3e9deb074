import type { TranslatorChoice } from '../settings.ts';
import pins from './catalogue.json' with { type: 'json' };

export type PinnedFile = { path: string; bytes: number; sha256: string };

/** `source`: its place on the model hub, `{repository}/resolve/{revision}/{file}`. */
export type ModelFile = PinnedFile & { source: string };

/** A publisher's own `.tar.bz2` with the same files in one folder: the second source, where the hub lacks one or is silent. */
export type ModelArchive = PinnedFile;

export type Model = {
  /** The engine's name in results and in the calibration file; also its folder's name. */
  name: string;
  role: 'recogniser' | 'translator';
  title: string;
  licence: string;
  /** What the licence keeps an operator from, in a few words; absent when nothing. */
  licenceLimit?: string;
  /** Working memory it needs, in bytes, roughly. */
  memoryBytes: number;
  /** Others are made of the published graphs once, which need less memory (parts/optimise). */
  needsOptimising?: boolean;
  archive?: ModelArchive;
  files: readonly ModelFile[];
};

/** A model as `catalogue.json` has it: its files come from `repository` under their own paths, but for those that say otherwise. */
type PinnedModel = Omit<Model, 'name' | 'files'> & {
  repository: string;
  files: readonly (PinnedFile & Partial<ModelFile>)[];
};

function readModel(name: keyof typeof pins): Model {
  const { repository, files, ...model }: PinnedModel = pins[name] as PinnedModel;
  return { name, ...model, files: files.map((file) => ({ source: `${repository}/${file.path}`, ...file })) };
}

export const modelHosts = { hub: 'https://huggingface.co', archives: 'https://github.com' };

/** A whole address; an operator's mirror stands for both hosts. */
const addressOf = (host: keyof typeof modelHosts, place: string, mirror = modelHosts[host]) =>
  `${mirror.replace(/\/$/, '')}/${place}`;

export const addressOfFile = ({ source }: ModelFile, mirror?: string): string => addressOf('hub', source, mirror);
export const addressOfArchive = ({ path }: ModelArchive, mirror?: string): string =>
  addressOf('archives', path, mirror);

const omniasr1B = readModel('omniasr-ctc-1b-v2');
/** Its repository's name is inferred: the hash pins it. It has the vocabulary and texts of the larger one. */
const omniasr300M = readModel('omniasr-ctc-300m-v2');
const nllb600M = readModel('nllb-200-distilled-600m');
/** Its other small files have no published hash, and say nothing that these do not. */
const madlad3B = readModel('madlad400-3b-mt');

export const catalogue: readonly Model[] = [omniasr1B, omniasr300M, nllb600M, madlad3B];

export const recogniserOfProfile = { standard: omniasr1B, light: omniasr300M } as const;

/** What `SPEECH_TRANSLATOR` chooses among, for both profiles. */
export const translators: Record<TranslatorChoice, Model> = { nllb: nllb600M, madlad: madlad3B };

export const countModelBytes = ({ files }: Pick<Model, 'files'>): number =>
  files.reduce((sum, { bytes }) => sum + bytes, 0);
