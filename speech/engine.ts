// The one door to this library (design.md §3): its port, its errors, and the functions that build an engine.
// biome-ignore-all lint/performance/noBarrelFile: a library's single entry is meant to gather what it offers.

export type {
  RecognisedTranscript,
  SpeechEngine,
  SpeechEngineState,
  SpeechEvent,
  SpeechResult,
} from './engine/port.ts';
export { type StartedEngine, startSpeechEngine } from './engine/start.ts';
export { defaultModelHost } from './models/catalogue.ts';
export { readSpeechSettings, type SpeechSettings } from './settings.ts';
export { SpeechError, type SpeechErrorCode } from './speech-error.ts';
