import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CorpusClip, layCommonVoice, layFleurs, layHorn } from './corpus-samples.ts';
import { parseTestSet, readTestSet } from './read-test-set.ts';
import { parseCsv } from './tables.ts';

describe('parseTestSet', () => {
  it('reads columns by their names, in any order', () => {
    expect(parseTestSet('file\tseconds\ttext_so\ttext_en\na.mp3\t1.9\tWaan fiicanahay\tI am fine\n', '/set')).toEqual([
      { file: 'a.mp3', audioPath: '/set/a.mp3', text: 'Waan fiicanahay', english: 'I am fine' },
    ]);
  });

  it('reads file, text and English where no row names them, and skips what is incomplete', () => {
    expect(parseTestSet('a.wav\tHaa\r\nb.wav\t\r\n\r\nc.wav\tMaya\tNo', 'set')).toEqual([
      { file: 'a.wav', audioPath: 'set/a.wav', text: 'Haa', english: undefined },
      { file: 'c.wav', audioPath: 'set/c.wav', text: 'Maya', english: 'No' },
    ]);
  });
});

describe('corpora in the folders they are published in', () => {
  const wav = new Uint8Array(44);
  const clips: CorpusClip[] = [
    { wav, text: 'Waan fiicanahay, mahadsanid.', english: 'I am fine, thank you.' },
    { wav, text: 'Maxaad "shaah" u tiri?', english: 'Why did you say "tea"?' },
  ];
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'corpora-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('reads FLEURS as it is normalised, with the English of the language beside it', async () => {
    await layFleurs(folder, clips);
    for (const home of [folder, path.join(folder, 'so_so')]) {
      const { corpus, clips: found } = await readTestSet(home);
      expect(corpus).toBe('FLEURS, test');
      expect(found.map(({ text, english }) => [text, english])).toEqual([
        ['waan fiicanahay mahadsanid', 'I am fine, thank you.'],
        ['maxaad "shaah" u tiri', 'Why did you say "tea"?'],
      ]);
      expect(found[0]?.audioPath).toBe(path.join(folder, 'so_so/audio/test/10000.wav'));
    }
  });

  it('reads Common Voice by the names of its columns, from the release or the language', async () => {
    await layCommonVoice(folder, clips);
    for (const home of [folder, path.join(folder, 'so')]) {
      const { corpus, clips: found } = await readTestSet(home);
      expect(corpus).toBe('Common Voice, test');
      expect(found.map(({ text }) => text)).toEqual(clips.map(({ text }) => text));
    }
    await expect(readTestSet(folder, 'dev')).rejects.toThrow('names no recordings');
  });

  it('reads Horn-ASR with its quoted texts', async () => {
    await layHorn(folder, clips);
    const { corpus, clips: found } = await readTestSet(folder);
    expect(corpus).toBe('Horn-ASR, test');
    expect(found.map(({ text }) => text)).toEqual(clips.map(({ text }) => text));
  });

  it('says which columns a table has when none of them is the text', async () => {
    await mkdir(path.join(folder, 'test'));
    await writeFile(path.join(folder, 'test', 'metadata.csv'), 'file_name,said\na.wav,haa\n');
    await expect(readTestSet(folder)).rejects.toThrow('among file_name, said');
  });

  it('says how many recordings are not there before it begins', async () => {
    await layFleurs(folder, clips);
    await rm(path.join(folder, 'so_so/audio/test/10001.wav'));
    await expect(readTestSet(folder)).rejects.toThrow(/^1 of 2 recordings are not there; the first is .*10001\.wav$/);
  });

  it('asks for one table where the folder is none of these', async () => {
    await expect(readTestSet(folder)).rejects.toThrow('must else hold exactly one .tsv file');
  });

  it('reads cells with commas, quotes and line ends', () => {
    expect(parseCsv('a,b\r\n"x, ""y""","1\n2"\n,z\n')).toEqual([
      ['a', 'b'],
      ['x, "y"', '1\n2'],
      ['', 'z'],
    ]);
  });
});
