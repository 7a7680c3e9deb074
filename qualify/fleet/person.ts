import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReceivedMail } from '#tests/support/smtp-inbox.ts';
import { audioForm, uniqueEmail } from '#tests/support/test-client.ts';
import { count, fetchPatiently, type Tally } from './patient-fetch.ts';

export type Upload = { sha256: string; id?: string; refusal?: string };
export type Person = { email: string; links: string[]; token: string; uploads: Upload[] };

export type World = {
  base: string;
  received: ReceivedMail[];
  /** Nobody waits longer than this moment. */
  until: number;
  tally: Tally;
  makeRecording: () => Buffer;
};

const lookEveryMilliseconds = 100;
const uploadPath = '/api/transcription/upload';

type Body = {
  stage?: string;
  status?: number;
  code?: string;
  data?: { token?: string; transcription?: { id: string } };
};
const readBody = (text: string): Body => JSON.parse(text || '{}') as Body;

const post = (json: unknown) => () => ({
  method: 'POST',
  body: JSON.stringify(json),
  headers: { 'content-type': 'application/json' },
});

const linksTo = ({ received }: World, email: string): string[] =>
  received
    .filter(({ recipients }) => recipients.includes(email))
    .map(({ mail }) => /\/verify\/([\w.-]+)/.exec(mail.text ?? '')?.[1] ?? '')
    .filter((link) => link !== '');

async function waitForLink(world: World, person: Person): Promise<string> {
  for (;;) {
    const link = linksTo(world, person.email).find((one) => !person.links.includes(one));
    if (link) return link;
    if (Date.now() > world.until) throw new Error('a link never came');
    await sleep(lookEveryMilliseconds);
  }
}

/** Somebody who waits for a mail. */
export async function askForLink(world: World): Promise<Person> {
  const person: Person = { email: uniqueEmail(), links: [], token: '', uploads: [] };
  const asked = { fullName: 'Xaawo Cali', email: person.email, earlyBird: false };
  await fetchPatiently('/api/auth/signup', post(asked), world);
  return person;
}

/** From a mail to a session; a link whose answer was lost on the way is followed by another link. */
export async function openLink(world: World, person: Person): Promise<void> {
  for (;;) {
    const link = await waitForLink(world, person);
    person.links.push(link);
    const { status, text } = await fetchPatiently(`/api/auth/verify/${link}`, () => ({}), world);
    person.token = readBody(text).data?.token ?? '';
    if (status === 200) return;
    count(world.tally, `link ${readBody(text).code}`);
    await fetchPatiently('/api/auth/resend-magic-link', post({ email: person.email }), world);
  }
}

export async function signUpPatiently(world: World): Promise<Person> {
  const person = await askForLink(world);
  await openLink(world, person);
  return person;
}

/** The last line of a live answer, or the whole of one that came at once; nothing of one that broke off, which a front may hide. */
function readEnd(text: string): Body | undefined {
  const last = text.trim().split('\n').at(-1) ?? '';
  try {
    const body = JSON.parse(last) as Body;
    return body.stage === undefined || ['done', 'error'].includes(body.stage) ? body : undefined;
  } catch {
    return undefined;
  }
}

/** The same bytes until there is a result or a refusal that stays one. */
export async function uploadPatiently(world: World, person: Person, isLive: boolean): Promise<Upload> {
  const bytes = world.makeRecording();
  const upload: Upload = { sha256: createHash('sha256').update(bytes).digest('hex') };
  person.uploads.push(upload);
  const headers = {
    authorization: `Bearer ${person.token}`,
    'x-audio-sha256': upload.sha256,
    ...(isLive ? { accept: 'application/x-ndjson' } : {}),
  };
  const send = () => ({ method: 'POST', body: audioForm(bytes), headers });
  while (Date.now() < world.until) {
    const { status, text } = await fetchPatiently(uploadPath, send, world);
    const body = readEnd(text);
    if (body?.data?.transcription) return Object.assign(upload, { id: body.data.transcription.id });
    const lineStatus = body?.status;
    count(world.tally, body ? `upload ${lineStatus ?? status} ${body.code}` : 'live answer broke off');
    const isPassing = body === undefined || (lineStatus ?? status) >= 500 || (lineStatus ?? status) === 429;
    if (!isPassing) return Object.assign(upload, { refusal: body.code ?? String(status) });
    await sleep(1_000);
  }
  throw new Error('an upload never ended');
}

export const acknowledgePatiently = (world: World, { token }: Person, id: string) =>
  fetchPatiently(
    `/api/transcription/${id}/received`,
    () => ({ method: 'POST', headers: { authorization: `Bearer ${token}` } }),
    world,
  );

/** Sends a recording and is gone before there is an answer. */
export async function uploadAndLeave(world: World, person: Person, afterMilliseconds: number): Promise<void> {
  const bytes = world.makeRecording();
  person.uploads.push({ sha256: createHash('sha256').update(bytes).digest('hex') });
  const headers = { authorization: `Bearer ${person.token}` };
  const signal = AbortSignal.timeout(afterMilliseconds);
  await fetch(`${world.base}${uploadPath}`, { method: 'POST', body: audioForm(bytes), headers, signal }).catch(
    () => {},
  );
}
