import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { encodeWav } from '#speech/audio/encode-wav.ts';
import { sampleRateHz } from '#speech/audio/samples.ts';
import { audioFixture } from '#tests/support/audio-fixtures.ts';
import { decodeAudio } from '#tests/support/sound-in-memory.ts';

/** A clip of our own speech, with what is said in it. */
export type CorpusClip = { wav: Uint8Array; text: string; english: string };

const sampleFile = (id: string) => fileURLToPath(new URL(`../../web/public/samples/${id}.m4a`, import.meta.url));

/** What is said in the samples of the demo, from when to when in seconds, and its English. */
const sampleSentences = [
  ['greeting', 0, 2.11, 'Subax wanaagsan.', 'Good morning.'],
  ['greeting', 2.51, 5, 'Magacaygu waa Xaliimo.', 'My name is Halima.'],
  ['greeting', 5.4, 7.51, 'Sidee tahay maanta?', 'How are you today?'],
  ['clinic', 0, 2.89, 'Dhakhtar, ilmahaygu qandho ayuu qabaa.', 'Doctor, my child has a fever.'],
  ['clinic', 3.29, 5.29, 'Shalay ayay bilaabatay.', 'It began yesterday.'],
  ['clinic', 5.69, 7.78, 'Maxaan siin karaa?', 'What can I give him?'],
  ['market', 0, 2.87, 'Imisa ayay joogtaa kiilada hilibku?', 'How much is a kilo of meat?'],
  ['market', 3.27, 5.76, 'Laba kiilo i sii, fadlan.', 'Give me two kilos, please.'],
] as const;

/** Ten clips: the sentences of the three samples of the demo, and two fixtures. */
export async function makeTenClips(): Promise<CorpusClip[]> {
  const clips: CorpusClip[] = [];
  for (const [id, start, end, text, english] of sampleSentences) {
    const { samples: sound } = await decodeAudio(sampleFile(id), { maxSeconds: 60 });
    const wav = encodeWav(sound.slice(Math.round(start * sampleRateHz), Math.round((end + 0.2) * sampleRateHz)));
    clips.push({ wav, text, english });
  }
  for (const name of ['speech-2s', 'speech-8s']) {
    const { samples: sound } = await decodeAudio(audioFixture(`${name}.webm`), { maxSeconds: 60 });
    const read = async (language: string) =>
      (await readFile(audioFixture(`${name}.${language}.txt`), 'utf8')).trim().replace(/\s+/g, ' ');
    clips.push({ wav: encodeWav(sound), text: await read('so'), english: await read('en') });
  }
  return clips;
}

async function lay(folder: string, files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
  for (const [file, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), content);
  }
}

const plain = (text: string) => text.toLowerCase().replace(/[.,?!]/g, '');
const tsv = (rows: readonly (readonly (string | number)[])[]) => rows.map((row) => `${row.join('\t')}\n`).join('');

/** FLEURS: `so_so` with `test.tsv` and `audio/test`, and the English of `en_us` beside it. */
export async function layFleurs(folder: string, clips: readonly CorpusClip[]): Promise<void> {
  const rows = (language: 'text' | 'english') =>
    clips.map((clip, at) => {
      const text = clip[language];
      const letters = [...plain(text).replaceAll(' ', '|')].join(' ');
      return [1500 + at, `${10_000 + at}.wav`, text, plain(text), letters, (clip.wav.length - 44) / 2, 'FEMALE'];
    });
  await lay(folder, { 'so_so/test.tsv': tsv(rows('text')), 'en_us/test.tsv': tsv(rows('english')) });
  await lay(folder, Object.fromEntries(clips.map(({ wav }, at) => [`so_so/audio/test/${10_000 + at}.wav`, wav])));
}

const commonVoiceHeader =
  'client_id\tpath\tsentence_id\tsentence\tsentence_domain\tup_votes\tdown_votes\tage\tgender\taccents\tvariant\tlocale\tsegment';

/** Common Voice: the release's folder with `so/test.tsv` and `so/clips`. */
export async function layCommonVoice(folder: string, clips: readonly CorpusClip[]): Promise<void> {
  const name = (at: number) => `common_voice_so_${40_000_000 + at}.mp3`;
  const rows = clips.map(({ text }, at) => ['a1b2', name(at), `s${at}`, text, '', 2, 0, '', '', '', '', 'so', '']);
  await lay(folder, { 'so/test.tsv': `${commonVoiceHeader}\n${tsv(rows)}`, 'so/dev.tsv': `${commonVoiceHeader}\n` });
  await lay(folder, Object.fromEntries(clips.map(({ wav }, at) => [`so/clips/${name(at)}`, wav])));
}

/** Horn-ASR: `so/test/metadata.csv` among the recordings. */
export async function layHorn(folder: string, clips: readonly CorpusClip[]): Promise<void> {
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const rows = clips.map(({ text }, at) => `so_${at}.wav,${quote(text)},female,Benadiri Somali`);
  await lay(folder, { 'so/test/metadata.csv': `file_name,transcription,gender_qa,dialect\n${rows.join('\n')}\n` });
  await lay(folder, Object.fromEntries(clips.map(({ wav }, at) => [`so/test/so_${at}.wav`, wav])));
}
