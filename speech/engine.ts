// The one door to this library: speech in Somali in, Somali text and English out. Files of any accepted container are
// decoded to 16 kHz mono, times are in seconds from the start of the recording, scores run from 0 to 10.
//
//     import { SpeechError, startSpeechEngine } from './engine.ts';
//
//     const { engine, ready } = startSpeechEngine();           // settings from the environment
//     await ready;                                             // rejects with ENGINE_NOT_READY
//     try {
//       const result = await engine.transcribe('voice-note.ogg', { signal: AbortSignal.timeout(120_000) });
//       console.log(result.transcript, result.translation, result.transcriptConfidence);
//     } catch (error) {
//       if (error instanceof SpeechError) console.error(error.code); // NO_SPEECH, AUDIO_DAMAGED …
//     }
//     await engine.close();
// biome-ignore-all lint/performance/noBarrelFile: a library's single entry is meant to gather what it offers.

export type {
  SavedPart,
  SpeechEngine,
  SpeechEvent,
  SpeechResult,
  TranscribeOptions,
} from './engine/port.ts';
export { type StartedEngine, startSpeechEngine } from './engine/start.ts';
export { modelHosts } from './models/catalogue.ts';
export { readSpeechSettings, toSpeechSettings } from './settings.ts';
export { SpeechError, type SpeechErrorCode } from './speech-error.ts';
