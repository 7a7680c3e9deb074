// @vitest-environment jsdom
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import field from '#tests/fixtures/field/docx-noncharacters.json' with { type: 'json' };
import { formatBilingualText } from './bilingual-text.ts';
import { buildDocx } from './docx.ts';
import { formatVtt } from './subtitles.ts';

const readZip = (archive: Uint8Array) =>
  new Map(Object.entries(unzipSync(archive)).map(([name, bytes]) => [name, strFromU8(bytes)]));

type XmlParser = { parseFromString(text: string, type: string): { querySelector(selector: string): unknown } };
const xmlParser = new (globalThis as unknown as { DOMParser: new () => XmlParser }).DOMParser();

describe('the Word document', () => {
  const texts = { transcript: 'Waan imid.', rawTranscript: 'waan imid', translation: 'I came.' };

  it('has the parts that Word asks for', () => {
    expect([...readZip(buildDocx(texts)).keys()]).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'word/document.xml',
      'word/_rels/document.xml.rels',
      'word/styles.xml',
    ]);
  });

  it('sets what was not understood off on a line of its own', () => {
    const translation = 'Come here. [not understood] (daawo: medicine / watch) [not understood] I went.';
    const body = readZip(buildDocx({ ...texts, translation })).get('word/document.xml') ?? '';
    const said = [...body.matchAll(/<w:t [^>]*>([^<]*)</g)].map(([, text]) => text);
    const from = said.indexOf('Come here.');
    expect(said.slice(from + 1, from + 4)).toEqual([
      '[not understood] (daawo: medicine / watch)',
      '[not understood]',
      'I went.',
    ]);
    expect(formatBilingualText({ ...texts, translation })).toContain('Come here.\n[not understood] (daawo');
  });

  it('explains the marks below the English, those that occur, in both languages', () => {
    const said = (translation: string) => {
      const body = readZip(buildDocx({ ...texts, translation })).get('word/document.xml') ?? '';
      return [...body.matchAll(/<w:t [^>]*>([^<]*)</g)].map(([, text]) => text);
    };
    const unsure = '[unsure] the sentence that follows may well be wrong / [unsure] jumladda ku xigta lama hubo';
    const from = said('I came. (?)');
    expect(from[from.indexOf('[unsure] I came.') + 1]).toBe(unsure);
    expect(formatBilingualText({ ...texts, translation: 'I came. (?)' })).toContain(
      `[unsure] I came.\n\n${unsure}\n\n`,
    );
    expect(said('I came. (?) [not understood]').join('\n')).toMatch(
      /\[unsure\] the .* wrong · \[not understood\] a sentence .* known \/ \[unsure\] jum.* hubo · \[not understood\] jumlad aan la fahmin/,
    );
    expect(said('I came.').join('\n')).not.toMatch(/unsure|lama hubo|jumlad/);
  });

  it('holds the three texts in their languages, and says that a machine made them', () => {
    const body = readZip(buildDocx(texts)).get('word/document.xml') ?? '';
    const said = [...body.matchAll(/<w:t [^>]*>([^<]*)</g)].map(([, text]) => text);
    expect(said).toContain('Waan imid.');
    expect(said).toContain('waan imid');
    expect(said).toContain('I came.');
    expect(said.at(-1)).toMatch(/made by a machine/);
    expect(body).toMatch(/<w:lang w:val="so"\/><\/w:rPr><w:t [^>]*>Waan imid\./);
    expect(body).toMatch(/<w:lang w:val="en"\/><\/w:rPr><w:t [^>]*>I came\./);
  });

  it('says first, in both languages, that a part of the recording is missing, as TXT and VTT do; SRT has no place for it', () => {
    const warnings = ['LOW_LEVEL', 'PART_MISSING'] as const;
    const body = readZip(buildDocx({ ...texts, warnings })).get('word/document.xml') ?? '';
    const said = [...body.matchAll(/<w:t [^>]*>([^<]*)</g)].map(([, text]) => text);
    const notes = [
      expect.stringMatching(/^Qayb ka mid ah/),
      expect.stringMatching(/^A part of the recording is missing/),
    ];
    expect(said.slice(0, 2)).toEqual(notes);
    expect(
      formatBilingualText({ ...texts, warnings })
        .split('\n')
        .slice(0, 2),
    ).toEqual(notes);
    const vtt = formatVtt([], warnings).split('\n');
    expect(vtt.filter((line) => line.startsWith('NOTE ')).map((line) => line.slice(5))).toEqual(notes);
    expect(formatBilingualText(texts)).toMatch(/^Af-Soomaali/);
  });

  it('lets no text become markup, and no control character break the file', () => {
    const evil = { ...texts, translation: '</w:t><img onerror="x"> & \u0000\u000bend\nnext line' };
    const body = readZip(buildDocx(evil)).get('word/document.xml') ?? '';
    expect(body).toContain('&#60;/w:t&#62;&#60;img onerror=&#34;x&#34;&#62; &#38; end');
    expect(body).not.toContain('<img');
    expect(body).toContain('<w:br/>');
  });

  it('is well-formed whatever the text holds: every character there is, halves of characters, what people pasted', () => {
    const plane = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).join('a');
    for (const text of [...field.docx, plane, String.fromCodePoint(0x1ffff, 0x10ffff, 0x1f600)]) {
      const body = readZip(buildDocx({ transcript: text, rawTranscript: text, translation: text })).get(
        'word/document.xml',
      );
      expect(xmlParser.parseFromString(body ?? '', 'application/xml').querySelector('parsererror')).toBeNull();
    }
    const kept = readZip(buildDocx({ ...texts, transcript: field.docx[0] ?? '' })).get('word/document.xml');
    expect(kept).toContain('>Waan imid.<');
  });
});
