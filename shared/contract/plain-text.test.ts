import { describe, expect, it } from 'vitest';
import { signUp } from './accounts.ts';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';

/** Texts that no field may carry (D5): the database refuses a NUL and half a character; the rest breaks lines and terminals. */
const unusable = ['Xaa\0wo', 'Xaawo\uD800', '\uDC00Xaawo', 'Xaa\u001Bwo', 'Xaa\u0085wo', 'Xaa\nwo'];
const complete: Record<string, string | number | boolean | string[]> = {
  fullName: 'Xaawo',
  email: 'xaawo@tusaale.so',
  token: 'abc',
  id: 'abc',
  expires: '1',
  signature: 'a',
  after: 'a',
  code: '123456',
  version: 1,
  name: 'Nextcloud',
  words: ['Xaawo'],
  mayTeach: true,
  wantsReadyMail: true,
  isRight: true,
  title: 'Kulanka',
  transcript: 'Waan imid.',
  translation: 'I came.',
  translationOf: 'Waan imid.',
};
/** Texts of several lines. */
const severalLines = ['transcript', 'translation', 'translationOf'];

const partsOf = (endpoint: Endpoint) =>
  [endpoint.params, endpoint.query, endpoint.body].filter((part) => part !== undefined);

describe.each(Object.entries(endpoints))('what %s takes', (_name, endpoint) => {
  it('has no text field that lets a control character or half a character through', () => {
    for (const part of partsOf(endpoint)) {
      const shape = (part as unknown as { shape: Record<string, unknown> }).shape;
      // The honeypot is compared with nothing and kept nowhere.
      const names = Object.keys(shape).filter((name) => name !== 'website');
      const valid = Object.fromEntries(Object.entries(complete).filter(([name]) => names.includes(name)));
      expect(part.safeParse(valid).success).toBe(true);
      // Lists have a rule of their own (shared/own-words.ts).
      const texts = names.filter((field) => typeof complete[field] !== 'number' && !Array.isArray(complete[field]));
      for (const name of texts)
        for (const text of unusable.filter((one) => !(severalLines.includes(name) && one.includes('\n'))))
          expect([name, part.safeParse({ ...valid, [name]: text }).success]).toEqual([name, false]);
    }
  });
});

describe('names', () => {
  it.each(['Cabdi‌raxmaan', 'José Ñandú', '李 小龍', 'Xaawo 🌙', "Cali-O'Nuur"])('may be %s', (fullName) => {
    expect(signUp.body.safeParse({ fullName, email: 'a@b.so' }).success).toBe(true);
  });
});

describe('a name', () => {
  const nameOf = (fullName: string) => {
    const parsed = signUp.body.safeParse({ fullName, email: 'a@b.so' });
    return parsed.success ? parsed.data.fullName : undefined;
  };
  it('is kept without what nobody sees, and is none where nothing is left', () => {
    expect(nameOf('Xaawo\u202E\u2028Cali')).toBe('Xaawo Cali');
    expect(nameOf('\u200B\u200B')).toBeUndefined();
    expect(nameOf('\u2066\u2069')).toBeUndefined();
  });
});

describe('addresses', () => {
  it.each(['..farmer..@gmail.com', 'a..b@c.so', '.a@c.so', 'a.@c.so'])(
    'with dots astray are refused: %s (D14)',
    (email) => {
      expect(signUp.body.safeParse({ fullName: 'Xaawo', email }).success).toBe(false);
    },
  );
  it.each(['a.b.c+d@e-f.so', "o'x_{1}@c.so"])('of every ordinary form pass: %s', (email) => {
    expect(signUp.body.safeParse({ fullName: 'Xaawo', email }).success).toBe(true);
  });
});
