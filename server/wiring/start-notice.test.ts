import { expect, it } from 'vitest';
import { explainListening, writeStartNotice } from './start-notice.ts';

const place = { appUrl: new URL('http://localhost:3000'), dataDir: 'data', smtpUrl: undefined };
const engine = { state: 'ready', downloadedBytes: 0, totalBytes: 0 } as const;
const description = { recogniser: 'a-recogniser', translator: 'a-translator', isStarter: true, isCalibrated: false };

it('tells a newcomer where it answers, where links are printed, which models answer and how to stop', () => {
  const notice = writeStartNotice(place, { ...engine, description });
  expect(notice).toContain('http://localhost:3000/');
  expect(notice).toContain('is printed here; mails are kept in data/outbox');
  expect(notice).toContain('trial models');
  expect(notice).toContain('Ctrl-C');
});

it('names the models that are no trial, and says when there are none', () => {
  const full = { ...engine, description: { ...description, isStarter: false } };
  expect(writeStartNotice(place, full)).toContain('a-recogniser and a-translator answer');
  const none = { ...engine, state: 'failed', description: null, problem: 'no room' } as const;
  expect(writeStartNotice(place, none)).toContain('none answers: no room');
});

it('says a taken port in a sentence', () => {
  expect(explainListening(Object.assign(new Error('listen'), { code: 'EADDRINUSE' }), 3000)).toBe(
    'Port 3000 is taken; try PORT=3001 npm start',
  );
});
