/** What a spreadsheet would take for a formula is text. */
const defuse = (text: string): string => (/^[\s\p{Cf}]*[=+@\-＝＋＠－]/u.test(text) ? `'${text}` : text);

/** A table as RFC 4180 has it, with the mark by which spreadsheets know UTF-8. */
export const formatCsv = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((cells) => `${cells.map((text) => `"${defuse(text).replaceAll('"', '""')}"`).join(',')}\r\n`).join('')}`;
