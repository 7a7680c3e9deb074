// The one door to this library (design.md §3): its port, its errors, and the functions that build an engine.
// biome-ignore-all lint/performance/noBarrelFile: a library's single entry is meant to gather what it offers.

export type { SpeechEngine, SpeechEngineState, SpeechEvent } from './engine/port.ts';
export type { RecognisedTranscript, SpeechResult } from './engine/result.ts';
export { readSpeechSettings, type SpeechSettings } from './engine/settings.ts';
export { type StartedEngine, startSpeechEngine } from './engine/start.ts';
export { defaultModelHost } from './models/catalogue.ts';
export { SpeechError, type SpeechErrorCode } from './speech-error.ts';
