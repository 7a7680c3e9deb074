import { describe, expect, it } from 'vitest';
import field from '#tests/fixtures/field/pasted-addresses.json' with { type: 'json' };
import { emailField } from './sign-up-fields.ts';

describe('an address as it was pasted', () => {
  const marks = [
    ...'\u00ad\u034f\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202e\u2060\u2066\u2068\u2069\ufe0f\ufeff',
  ];

  it.each([
    ...field['refused-today'],
    ...marks.flatMap((mark) => [`${mark}ayaan@example.org${mark}`, ` ay${mark}aan@exam${mark}ple.o${mark}rg `]),
  ])('%j is the mailbox without what no one sees', (pasted) => {
    expect(emailField.parse(pasted)).toBe('ayaan@example.org');
  });

  it.each(['aya an@example.org', 'ayaan @example.org', 'ayaan@exam\u00a0ple.org', '\u200b@example.org'])(
    '%j stays refused',
    (pasted) => expect(emailField.safeParse(pasted).success).toBe(false),
  );
});
