import { readFileSync } from 'node:fs';
import { fillPlaces } from '#shared/errors/fill-places.ts';
import { escapeHtml } from '#shared/escape-html.ts';
import type { Language } from '#shared/languages.ts';
import { freeAttempts, magicLinkValidHours, signInCodeValidMinutes } from '#shared/limits.ts';
import type { Operator } from '#shared/operator.ts';
import { texts } from '../core/texts.ts';
import type { MailKind } from '../db/schema.ts';

const template = readFileSync(new URL('template.html', import.meta.url), 'utf8');

type Parts = {
  kind: MailKind;
  language: Language;
  link: string;
  code: string | null;
  operator: Operator;
};

/** Subject, plain text and HTML of a mail. Nothing a visitor typed goes into it (security.md S22). */
export function composeMail({ kind, language, link, code, operator }: Parts) {
  const wording = texts[language].mail;
  const { subject, greeting, body, button } = wording[kind];
  const values = {
    attempts: freeAttempts,
    hours: magicLinkValidHours,
    minutes: signInCodeValidMinutes,
    support: operator.email,
    provider: operator.name,
  };
  const say = (template: string) => fillPlaces(template, values);
  const validity = kind === 'no-account' ? [] : [wording.validity];
  const caution = code ? [wording.codeCaution] : [];
  const explained = kind === 'result-ready' ? [wording.readySetting] : [...validity, ...caution, wording.ignore];
  const notes = [...explained, wording.support, wording.sender].map(say);
  const codeLines = code ? [say(wording.code), '', code, ''] : [];
  const text = [greeting, '', say(body), '', link, '', ...codeLines, ...notes, ''].join('\n');
  const paragraph = (content: string, style = 'margin:0 0 16px') => `<p style="${style}">${escapeHtml(content)}</p>`;
  const digits = 'margin:0 0 24px;font-size:30px;font-weight:bold;letter-spacing:6px;color:#0b6570';
  const plain = { language, subject, greeting, body: say(body), button, link };
  const html = fillPlaces(template, {
    ...Object.fromEntries(Object.entries(plain).map(([name, value]) => [name, escapeHtml(value)])),
    code: code ? `${paragraph(say(wording.code))}\n${paragraph(code, digits)}` : '',
    notes: notes.map((note) => paragraph(note)).join('\n'),
  });
  return { subject, text, html };
}
