import { fillPlaces } from '#shared/errors/format-sentence.ts';
import type { Language } from '#shared/languages.ts';
import { freeAttempts, magicLinkValidHours } from '#shared/limits.ts';
import type { MailKind } from '../db/schema.ts';
import { englishMailTexts } from './texts-en.ts';
import { somaliMailTexts } from './texts-so.ts';

type KindTexts = { subject: string; greeting: string; body: string; button: string };
export type MailTexts = Record<MailKind, KindTexts> & { validity: string; ignore: string; support: string };

const texts: Record<Language, MailTexts> = { en: englishMailTexts, so: somaliMailTexts };

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

type Parts = { kind: MailKind; language: Language; link: string; supportEmail: string };

/** Subject, plain text and HTML of a mail. Nothing a visitor typed goes into it (security.md S22). */
export function composeMail({ kind, language, link, supportEmail }: Parts) {
  const wording = texts[language];
  const { subject, greeting, body, button } = wording[kind];
  const values = { attempts: freeAttempts, hours: magicLinkValidHours, support: supportEmail };
  const say = (template: string) => fillPlaces(template, values);
  const notes = [...(kind === 'no-account' ? [] : [wording.validity]), wording.ignore, wording.support].map(say);
  const text = [greeting, '', say(body), '', link, '', ...notes, ''].join('\n');
  const href = escapeHtml(link);
  const paragraph = (content: string) => `<p style="margin:0 0 16px">${content}</p>`;
  const html = `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;font-family:sans-serif;font-size:16px;line-height:1.5;color:#1a1a1a;background:#ffffff">
${paragraph(escapeHtml(greeting))}
${paragraph(escapeHtml(say(body)))}
${paragraph(`<a href="${href}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:#1d4ed8;color:#ffffff;text-decoration:none">${escapeHtml(button)}</a>`)}
${paragraph(`<a href="${href}" style="color:#1d4ed8;word-break:break-all">${href}</a>`)}
${notes.map((note) => paragraph(escapeHtml(note))).join('\n')}
</body></html>
`;
  return { subject, text, html };
}
