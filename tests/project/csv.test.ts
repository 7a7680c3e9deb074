import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { formatCsv } from '#shared/export/csv.ts';

/** Another reader of CSV than ours. */
const reader = `import csv, io, json, sys
print(json.dumps(list(csv.reader(io.TextIOWrapper(sys.stdin.buffer, 'utf-8-sig', newline='')))))`;
const readByPython = (input: string): unknown =>
  JSON.parse(execFileSync('python3', ['-c', reader], { input, encoding: 'utf8' }));

it('the table of results is read by Python as it was written: quotes, commas, lines, other letters', () => {
  const rows = [
    ['file', 'somali', 'english'],
    ['a', 'Wuxuu yiri, "haa"\r\nwaan\nimid.', '“Yes” – ✓ 1,5; ;'],
    ['', ' ', 'الصومال'],
  ];
  expect(readByPython(formatCsv(rows))).toEqual(rows);
  expect(formatCsv(rows).startsWith('\uFEFF"file","somali","english"\r\n')).toBe(true);
});

it('the table of results holds no formula that a spreadsheet would run', () => {
  const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' \u200b=1', '＝1'];
  expect(readByPython(formatCsv([formulas]))).toEqual([formulas.map((formula) => `'${formula}`)]);
});
