import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { audioFixture } from '#tests/support/audio-fixtures.ts';
import { answerJson, openOpenAiServer } from '#tests/support/openai-server.ts';
import { type Engines, openEngines } from '../parts/open-engines.ts';
import { readSpeechSettings } from '../settings.ts';
import { runWithFallback } from './pipeline.ts';

const file = audioFixture('speech-2s.webm');
const heard = answerJson({ text: 'waan fiicanahay', segments: [{ avg_logprob: -0.1, no_speech_prob: 0 }] });
const said = answerJson({ choices: [{ message: { content: 'I am fine.' } }] });
const broken = answerJson({ error: 'out of memory' }, 500);

describe('a server that fails a recording', () => {
  let remote: Awaited<ReturnType<typeof openOpenAiServer>>;
  let engines: Engines;
  const transcribe = (fallback = engines.fallback) =>
    runWithFallback(file, { engines: { ...engines, fallback }, maxAudioSeconds: 60 });

  beforeAll(async () => {
    remote = await openOpenAiServer({ transcription: heard, chat: said });
    const settings = readSpeechSettings({ SPEECH_PROFILE: 'starter' });
    engines = await openEngines({
      ...settings,
      profile: null,
      servers: { recogniser: remote.server, translator: remote.server, fallsBack: true },
    });
  });
  beforeEach(() => Object.assign(remote.answers, { transcription: heard, chat: said }));
  afterAll(async () => {
    await engines.close();
    await remote.close();
  });

  it('is not replaced while it answers', async () => {
    const result = await transcribe();
    expect(result).toMatchObject({ rawTranscript: 'waan fiicanahay', translation: 'I am fine.' });
    expect(result.engine).toMatchObject({ recogniser: 'test-model', translator: 'test-model' });
  });

  it('is replaced by the models here, which the result names', async () => {
    remote.answers.transcription = broken;
    const result = await transcribe();
    expect(result.rawTranscript).not.toBe('');
    expect(result.engine).toMatchObject({ recogniser: 'starter', translator: 'starter', isStarter: true });
  });

  it('is replaced for the translation alone once the transcript is there', async () => {
    remote.answers.chat = broken;
    const asked = remote.asked.transcription;
    const result = await transcribe();
    expect(result.rawTranscript).toBe('waan fiicanahay');
    expect(result.translation).not.toBe('');
    expect(result.engine).toMatchObject({ recogniser: 'test-model', translator: 'starter' });
    expect(remote.asked.transcription).toBe(asked + 1);
  });

  it('fails it where nobody is to take over', async () => {
    remote.answers.transcription = broken;
    await expect(transcribe(null)).rejects.toMatchObject({ code: 'TRANSCRIPTION_FAILED' });
  });

  it('has its word believed that nobody spoke', async () => {
    remote.answers.transcription = answerJson({ text: '' });
    await expect(transcribe()).rejects.toMatchObject({ code: 'NO_SPEECH' });
  });
});
