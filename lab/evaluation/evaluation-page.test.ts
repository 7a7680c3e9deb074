import { writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import type { SpeechResult } from '#speech/engine/port.ts';
import type { SpeechEngine } from '#speech/engine.ts';
import { SpeechError } from '#speech/speech-error.ts';
import type { ClipOutcome } from './clip-outcome.ts';
import { writeEvaluationPage } from './evaluation-page.ts';
import { formatReport } from './format-report.ts';
import { evaluationPageAudioBytes, evaluationPageClips, pickWorst } from './pick-worst.ts';
import { summarise } from './summarise-evaluation.ts';

function heard(text: string, rawTranscript: string, durationSeconds = 4): ClipOutcome {
  const result = {
    rawTranscript,
    durationSeconds,
    words: rawTranscript.split(' ').map((raw) => ({ raw, confidence: 7 })),
    transcriptConfidence: 7,
    translation: 'a <b> & c',
    translationConfidence: 5,
    engine: { recogniser: 'starter', translator: 'starter' },
  } as unknown as SpeechResult;
  const clip = { file: `<${text}>.wav`, audioPath: `/${text}.wav`, text, english: 'A "b".' };
  return { clip, result, elapsedSeconds: 2 };
}

const outcomes = [
  heard('waan ku salaamay nabad', 'waan salaamey nabad ah walaal'),
  heard('haa', 'haa', 12),
  { clip: { file: 'x', audioPath: '/x', text: 'maya', english: undefined }, failure: 'NO_SPEECH', elapsedSeconds: 1 },
] satisfies ClipOutcome[];

it('aligns the clips word by word, marks what is wrong in words, too, and lets nothing of a clip become markup', () => {
  const page = writeEvaluationPage(summarise('FLEURS', outcomes), [
    { outcome: outcomes[0] as ClipOutcome, audio: Uint8Array.of(1, 2, 3) },
    { outcome: outcomes[2] as ClipOutcome, audio: null },
  ]);
  expect(page).toContain('<span class="missing">ku</span><span class="spoken"> not heard</span>');
  expect(page).toContain('<span class="spoken"> heard as </span><span class="wrong">salaamey</span>');
  expect(page).toContain('<span class="added">walaal</span><span class="spoken"> heard and not said</span>');
  expect(page).toContain('&#60;waan ku salaamay nabad&#62;.wav');
  expect(page).toContain('a &#60;b&#62; &#38; c');
  expect(page).toContain('src="data:audio/ogg;base64,AQID"');
  expect(page).toContain('No result: NO_SPEECH');
  expect(page).not.toMatch(/<script|https?:/);
});

it('says how wrong and how slow recordings of each length are', () => {
  const report = formatReport(summarise('FLEURS', outcomes));
  expect(report).toMatch(/0–5 s +1 +100\.0 % +\d+\.\d % +0\.50/);
  expect(report).toMatch(/10–20 s +1 +0\.0 % +0\.0 % +0\.17/);
  expect(report).toContain('without a result: NO_SPEECH 1');
});

it('keeps the worst recordings, with sound as long as there is room', async () => {
  const many = Array.from({ length: evaluationPageClips + 5 }, (_, i) => heard('a'.repeat(i + 1), 'a'));
  const engine = {
    async encodeForStorage(audioPath: string, outputPath: string) {
      if (audioPath.length % 5 === 0) throw new SpeechError('AUDIO_DAMAGED');
      await writeFile(outputPath, Buffer.alloc(evaluationPageAudioBytes / 4));
    },
  } as unknown as SpeechEngine;
  const worst = await pickWorst(engine, many);
  expect(worst).toHaveLength(evaluationPageClips);
  expect(worst[0]?.outcome.clip.text).toHaveLength(evaluationPageClips + 5);
  expect(worst.filter(({ audio }) => audio !== null)).toHaveLength(4);
});
