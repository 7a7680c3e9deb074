import { fillPlaces } from '#shared/errors/fill-places.ts';
import { escapeHtml } from '#shared/escape-html.ts';
import type { Language } from '#shared/languages.ts';
import { freeAttempts, magicLinkValidHours, signInCodeValidMinutes } from '#shared/limits.ts';
import type { Operator } from '#shared/operator.ts';
import { texts } from '../core/texts.ts';
import type { MailKind } from '../db/schema.ts';

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
  const href = escapeHtml(link);
  const paragraph = (content: string) => `<p style="margin:0 0 16px">${content}</p>`;
  const html = `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px 12px;font-family:system-ui,-apple-system,Segoe UI,Roboto,sans-serif;font-size:17px;line-height:1.5;color:#14242b;background:#fbf7f0">
<table role="presentation" cellpadding="0" cellspacing="0" width="100%" style="max-width:560px;margin:0 auto;background:#ffffff;border:1px solid #e2d8c8;border-top:8px solid #0b6570;border-radius:16px">
<tr><td style="padding:24px 28px">
<p style="margin:0 0 20px;font-size:19px;font-weight:bold;color:#0b6570">Somali Speech AI</p>
${paragraph(escapeHtml(greeting))}
${paragraph(escapeHtml(say(body)))}
${paragraph(`<a href="${href}" style="display:inline-block;padding:14px 28px;border-radius:10px;background:#0b6570;color:#ffffff;font-weight:bold;text-decoration:none">${escapeHtml(button)}</a>`)}
<p style="margin:0 0 16px;font-size:14px"><a href="${href}" style="color:#0b6570;word-break:break-all">${href}</a></p>
${code ? `${paragraph(escapeHtml(say(wording.code)))}\n<p style="margin:0 0 24px;font-size:30px;font-weight:bold;letter-spacing:6px;color:#0b6570">${code}</p>` : ''}
<div style="padding-top:16px;border-top:1px solid #e2d8c8;font-size:14px;color:#4c5a60">
${notes.map((note) => paragraph(escapeHtml(note))).join('\n')}
</div></td></tr></table>
</body></html>
`;
  return { subject, text, html };
}
