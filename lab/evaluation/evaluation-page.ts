import { escapeHtml } from '#shared/escape-html.ts';
import { type AlignedWord, alignWords } from '../metrics/align-words.ts';
import type { CalibrationBand } from '../metrics/calibration-bands.ts';
import { toScoredWords } from '../metrics/error-rate.ts';
import { type ClipOutcome, clipErrorRate, resultOf } from './clip-outcome.ts';
import { formatLengths } from './length-buckets.ts';
import { pageStyle } from './page-style.ts';
import type { EvaluationSummary } from './summarise-evaluation.ts';

/** A clip for the page; `audio` is its sound as OGG/Opus, `null` where there was no more room for it. */
export type PageClip = { outcome: ClipOutcome; audio: Uint8Array | null };

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

const cells = (tag: 'th' | 'td', row: readonly string[]) =>
  row
    .map((cell, at) =>
      tag === 'th' ? `<th scope="col">${cell}</th>` : at === 0 ? `<th scope="row">${cell}</th>` : `<td>${cell}</td>`,
    )
    .join('');

function table(caption: string, header: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const body = rows.map((row) => `<tr>${cells('td', row)}</tr>`).join('\n');
  return `<div class="scroll" tabindex="0" role="region" aria-label="${escapeHtml(caption)}"><table><caption>${escapeHtml(caption)}</caption>
<thead><tr>${cells('th', header)}</tr></thead><tbody>
${body}</tbody></table></div>`;
}

const bandRows = (bands: readonly CalibrationBand[]) =>
  bands
    .filter(({ count }) => count > 0)
    .map(({ name, from, to, count, expectedError, observedError }) => [
      `${name} (${from}–${to})`,
      String(count),
      percent(expectedError),
      percent(observedError),
    ]);

function writeTables({ bands, lengths }: EvaluationSummary): string {
  const header = ['Band', 'Count', 'Expected error', 'Observed error'];
  return [
    table('Words by score', header, bandRows(bands.words)),
    table('Transcripts by score', header, bandRows(bands.transcripts)),
    table('Translations by score (error = 1 − chrF)', header, bandRows(bands.translations)),
    table(
      'Recordings by length',
      ['Length', 'Recordings', 'WER', 'CER', 'Work a second of audio'],
      lengths.map((bucket) => [
        formatLengths(bucket),
        String(bucket.clips),
        percent(bucket.wordErrorRate),
        percent(bucket.characterErrorRate),
        `${bucket.secondsPerSecond.toFixed(2)} s`,
      ]),
    ),
  ].join('\n');
}

const spoken = (text: string) => `<span class="spoken">${text}</span>`;
const gap = '<span aria-hidden="true">&nbsp;</span>';

/** What was said stands above, what was heard below; a reader who does not see the colours is told in words. */
function writeWord({ said, heard, error }: AlignedWord): string {
  const [above, below] = [escapeHtml(said ?? ''), escapeHtml(heard ?? '')];
  if (heard === null) return `<li><span class="missing">${above}</span>${spoken(' not heard')}${gap}</li>`;
  if (said === null) return `<li>${gap}<span class="added">${below}</span>${spoken(' heard and not said')}</li>`;
  if (error === 0) return `<li>${gap}<span>${below}</span></li>`;
  return `<li><span class="said">${above}</span>${spoken(' heard as ')}<span class="wrong">${below}</span></li>`;
}

function writeClip({ outcome, audio }: PageClip, rank: number): string {
  const { clip } = outcome;
  const result = resultOf(outcome);
  const score = result?.transcriptConfidence ?? null;
  const failure = 'failure' in outcome ? `<p class="wrong">No result: ${escapeHtml(outcome.failure)}</p>` : '';
  const words = alignWords(toScoredWords(clip.text), toScoredWords(result?.rawTranscript ?? ''));
  const source = audio && `data:audio/ogg;base64,${Buffer.from(audio).toString('base64')}`;
  const sound = source
    ? `<audio controls preload="metadata" src="${source}" aria-label="Recording ${rank}"></audio>`
    : '<p class="soft">The sound is left out: the page would grow too large.</p>';
  const english =
    clip.english === undefined
      ? ''
      : `<p><span class="soft">English by a person:</span> ${escapeHtml(clip.english)}</p>`;
  return `<article><header><h3>${rank}. ${escapeHtml(clip.file)}</h3><span>CER ${percent(clipErrorRate(outcome))}, score ${score ?? 'unknown'}</span></header>
${sound}${failure}
<ul class="words" lang="so">${words.map(writeWord).join('')}</ul>
${english}<p><span class="soft">English of the engine:</span> ${escapeHtml(result?.translation ?? '–')}</p></article>`;
}

const legend = `<p class="legend"><span>above: what was said</span><span>below: what was heard</span><span class="wrong">another word</span><span class="missing">not heard</span><span class="added">heard and not said</span></p>`;

/** One HTML file with everything in it: no script, nothing fetched. */
export function writeEvaluationPage(summary: EvaluationSummary, worst: readonly PageClip[]): string {
  const figures = [
    ['Word error rate', percent(summary.wordErrorRate)],
    ['Character error rate', percent(summary.characterErrorRate)],
    ['chrF of the English', summary.chrF?.toFixed(1) ?? 'none given'],
    ['Recordings', String(summary.clips)],
    ['Without a result', String(Object.values(summary.failures).reduce((sum, count) => sum + count, 0))],
  ];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; media-src data:">
<title>Evaluation: ${escapeHtml(summary.corpus)}</title><style>${pageStyle}</style></head><body><main>
<h1>Evaluation: ${escapeHtml(summary.corpus)}</h1>
<p class="soft">${escapeHtml(summary.engine)}, ${summary.audioSeconds.toFixed(0)} s of speech</p>
<dl class="figures">${figures.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join('')}</dl>
<h2>How honest the scores are, and how long the work takes</h2>
${writeTables(summary)}
<h2>The ${worst.length} worst recordings</h2>
${legend}
${worst.map((clip, at) => writeClip(clip, at + 1)).join('\n')}
</main></body></html>
`;
}
