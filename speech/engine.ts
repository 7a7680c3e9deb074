// The one door to this library (design.md §3): its port, its errors, and the functions that build an engine.
// biome-ignore-all lint/performance/noBarrelFile: a library's single entry is meant to gather what it offers.
export { type StartedEngine, startSpeechEngine } from './create-engine.ts';
export type { SpeechEngine, SpeechEngineState, SpeechEvent } from './engine-port.ts';
export type { RecognisedTranscript, SpeechResult } from './result.ts';
export { SpeechError, type SpeechErrorCode } from './speech-error.ts';
export { readSpeechSettings, type SpeechSettings } from './speech-settings.ts';
export { createUnreadyEngine } from './unready-engine.ts';
