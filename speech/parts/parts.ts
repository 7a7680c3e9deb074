import type { InferenceSession } from 'onnxruntime-node';
import { sampleRateHz } from '../audio/samples.ts';
import type { InstalledModel } from '../models/resolve-models.ts';
import { warmUpSentence } from '../somali/languages.ts';
import type { DetectedPiece, HeardStretch, RecognitionResult, SoundPiece, TranslatedText } from './ports.ts';
import type { SpeakerAnswer, SpeakerJob } from './speakers/speakers.ts';

/** What each part is given and gives. Samples are 16 kHz mono in −1…1; a sentence is one of Somali. */
export type PartTypes = {
  detector: { input: SoundPiece; output: DetectedPiece };
  recogniser: { input: HeardStretch; output: RecognitionResult };
  translator: { input: string; output: TranslatedText };
  speakers: { input: SpeakerJob; output: SpeakerAnswer };
};
export type PartName = keyof PartTypes;
export type Input<P extends PartName> = PartTypes[P]['input'];
export type Output<P extends PartName> = PartTypes[P]['output'];

/** The models that compute the parts on this machine; none where a part is done elsewhere, or not at all. */
export type PartModels = { [P in PartName]?: InstalledModel | null };

/** A loaded model at work. Only a translator looks at the signal, between two of its steps. */
export type RunPart<P extends PartName> = (input: Input<P>, signal?: AbortSignal) => Promise<Output<P>>;

type Part<P extends PartName> = {
  /** @throws {SpeechError} `ENGINE_NOT_READY` when a file of the model is missing or does not load. */
  open(model: InstalledModel, options: InferenceSession.SessionOptions): Promise<RunPart<P>>;
  /** Run once after opening, so that every buffer and kernel is there for the first job. */
  warmUpInput: Input<P>;
  /** How long one input may take beside loading, on the slowest machine worth serving. */
  limitMilliseconds(input: Input<P>): number;
  /** It stops by its signal; jobs of the others are ended with their process. */
  isCancellable?: true;
};

const oneSecondOfSilence = new Float32Array(sampleRateHz);

/** The slowest machine worth serving works at a third of real time. */
const soundLimit = (samples: Float32Array) => (samples.length / sampleRateHz) * 3_000;

/**
 * The parts that models compute on this machine. All else follows from this table: the jobs of the inference process and
 * their time limits, what it loads, warms up and may read. Its modules are imported where a model is opened, so that the
 * server's own process never loads ONNX Runtime.
 */
export const parts: { [P in PartName]: Part<P> } = {
  detector: {
    open: async (...all) => (await import('./detector/silero.ts')).openSilero(...all),
    warmUpInput: { samples: oneSecondOfSilence, memory: null },
    limitMilliseconds: ({ samples }) => soundLimit(samples),
  },
  recogniser: {
    open: async (...all) => (await import('./recogniser/recogniser.ts')).openRecogniser(...all),
    warmUpInput: { samples: oneSecondOfSilence, ownWords: [] },
    limitMilliseconds: ({ samples }) => soundLimit(samples),
  },
  translator: {
    open: async (...all) => (await import('./translator/load.ts')).openTranslator(...all),
    warmUpInput: warmUpSentence,
    // A full NLLB on one slow core needs about a second for a short sentence.
    limitMilliseconds: (sentence) => sentence.length * 250,
    isCancellable: true,
  },
  speakers: {
    open: async (...all) => (await import('./speakers/speakers.ts')).openSpeakers(...all),
    warmUpInput: { kind: 'embed', windows: [oneSecondOfSilence] },
    // A window takes a hundredth of a second on one core; grouping two hours of speech less than ten seconds.
    limitMilliseconds: (job) => (job.kind === 'embed' ? job.windows.length * 1_000 : 120_000),
  },
};

export const partNames = Object.keys(parts) as PartName[];
