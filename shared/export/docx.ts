import { escapeHtml } from '../escape-html.ts';
import { buildArchive } from './archive.ts';
import { documentSections, type ExportedTexts, headLines, machineNotes } from './bilingual-text.ts';

export const docxMimeType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** XML 1.0 (§2.2) allows no other control characters, nor the two noncharacters, not even escaped. */
const removeForbidden = (text: string) => text.replace(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu, '');

const escapeXml = (text: string) => escapeHtml(removeForbidden(text));

const header = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const wordNamespace = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const packageNamespace = 'http://schemas.openxmlformats.org/package/2006';
const relationNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const mainPartType = `${docxMimeType}.main+xml`;
const stylesPartType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml';

const contentTypes = `${header}<Types xmlns="${packageNamespace}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${mainPartType}"/><Override PartName="/word/styles.xml" ContentType="${stylesPartType}"/></Types>`;
const packageRelations = `${header}<Relationships xmlns="${packageNamespace}/relationships"><Relationship Id="rId1" Type="${relationNamespace}/officeDocument" Target="word/document.xml"/></Relationships>`;
const documentRelations = `${header}<Relationships xmlns="${packageNamespace}/relationships"><Relationship Id="rId1" Type="${relationNamespace}/styles" Target="styles.xml"/></Relationships>`;
/** Half-points: 24 is 12 pt. Heading 1 is a real heading, so that a screen reader can jump from one to the next. */
const styles = `${header}<w:styles xmlns:w="${wordNamespace}"><w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="24"/></w:rPr></w:rPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:pPr><w:spacing w:after="160" w:line="300" w:lineRule="auto"/></w:pPr></w:style><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:pPr><w:keepNext/><w:spacing w:before="320" w:after="120"/><w:outlineLvl w:val="0"/></w:pPr><w:rPr><w:b/><w:sz w:val="30"/></w:rPr></w:style></w:styles>`;

type Run = { text: string; language: string; isItalic?: boolean };

function writeParagraph({ text, language, isItalic = false }: Run, style = 'Normal'): string {
  const look = `${isItalic ? '<w:i/>' : ''}<w:lang w:val="${language}"/>`;
  const lines = text.split(/\r?\n/).map((line) => `<w:t xml:space="preserve">${escapeXml(line)}</w:t>`);
  return `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr><w:r><w:rPr>${look}</w:rPr>${lines.join('<w:br/>')}</w:r></w:p>`;
}

/** The two languages as a Word document (ECMA-376, WordprocessingML), with headings and the language of each text set. */
export function buildDocx(texts: ExportedTexts): Uint8Array<ArrayBuffer> {
  const paragraphs = documentSections(texts).flatMap(({ heading, text, language, legend }) => [
    writeParagraph({ text: heading, language: 'en' }, 'Heading1'),
    writeParagraph({ text, language }),
    legend ? writeParagraph({ text: legend, language: 'en', isItalic: true }) : '',
  ]);
  const head = headLines(texts).map((text) => writeParagraph({ text, language: 'so', isItalic: true }));
  const notes = (['so', 'en'] as const).map((language) =>
    writeParagraph({ text: machineNotes[language], language, isItalic: true }),
  );
  const page =
    '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1134" w:right="1134" w:bottom="1134" w:left="1134" w:header="567" w:footer="567" w:gutter="0"/></w:sectPr>';
  const body = `${header}<w:document xmlns:w="${wordNamespace}"><w:body>${head.join('')}${paragraphs.join('')}${notes.join('')}${page}</w:body></w:document>`;
  const encoder = new TextEncoder();
  const files: [string, string][] = [
    ['[Content_Types].xml', contentTypes],
    ['_rels/.rels', packageRelations],
    ['word/document.xml', body],
    ['word/_rels/document.xml.rels', documentRelations],
    ['word/styles.xml', styles],
  ];
  return buildArchive(files.map(([name, text]) => ({ name, bytes: encoder.encode(text) })));
}
