import { describe, expect, it } from 'vitest';
import { buildDocx } from './docx.ts';
import { buildZip, computeCrc32 } from './zip.ts';

/** Reads an archive back by its central directory, as unpackers do. */
function readZip(archive: Uint8Array): Map<string, string> {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const end = archive.length - 22;
  expect(view.getUint32(end, true)).toBe(0x06_05_4b_50);
  const files = new Map<string, string>();
  const decoder = new TextDecoder();
  let at = view.getUint32(end + 16, true);
  for (let entry = 0; entry < view.getUint16(end + 10, true); entry += 1) {
    expect(view.getUint32(at, true)).toBe(0x02_01_4b_50);
    const size = view.getUint32(at + 24, true);
    const nameLength = view.getUint16(at + 28, true);
    const local = view.getUint32(at + 42, true);
    expect(view.getUint32(local, true)).toBe(0x04_03_4b_50);
    const bytes = archive.subarray(local + 30 + nameLength, local + 30 + nameLength + size);
    expect(view.getUint32(at + 16, true)).toBe(computeCrc32(bytes));
    files.set(decoder.decode(archive.subarray(at + 46, at + 46 + nameLength)), decoder.decode(bytes));
    at += 46 + nameLength;
  }
  expect(at).toBe(end);
  return files;
}

describe('the archive', () => {
  it('has the checksum that everybody else computes', () => {
    const bytes = new TextEncoder().encode('123456789');
    expect(computeCrc32(bytes)).toBe(0xcb_f4_39_26);
  });

  it('gives its files back', () => {
    const bytes = new TextEncoder().encode("Go'aanka");
    const files = readZip(
      buildZip([
        { name: 'a/b.txt', bytes },
        { name: 'c.txt', bytes: new Uint8Array() },
      ]),
    );
    expect([...files]).toEqual([
      ['a/b.txt', "Go'aanka"],
      ['c.txt', ''],
    ]);
  });
});

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

  it('lets no text become markup, and no control character break the file', () => {
    const evil = { ...texts, translation: '</w:t><img onerror="x"> & \u0000\u000bend\nnext line' };
    const body = readZip(buildDocx(evil)).get('word/document.xml') ?? '';
    expect(body).toContain('&lt;/w:t&gt;&lt;img onerror=&quot;x&quot;&gt; &amp; end');
    expect(body).not.toContain('<img');
    expect(body).toContain('<w:br/>');
  });
});
