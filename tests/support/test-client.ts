import { randomBytes } from 'node:crypto';
import type { signUp as SignUp, verifyMagicLink } from '#shared/contract/accounts.ts';
import type { Endpoint, ResponseOf } from '#shared/contract/endpoint.ts';
import type { uploadRecording } from '#shared/contract/transcription.ts';
import { encodeWav } from '#speech/audio/encode-wav.ts';

type Json = Record<string, unknown>;
export type Answer<T = Json> = { status: number; headers: Headers; body: T };

type Refusal = { success: boolean; message: string; error?: string; code?: string; retryAfterSeconds?: number };
/** Both shapes in one: a test says by its assertions which of them it expects. */
export type AnswerTo<E extends Endpoint> = Omit<ResponseOf<E> & object, 'success'> & Refusal;
export type SessionAnswer = AnswerTo<typeof verifyMagicLink>;
export type UploadAnswer = AnswerTo<typeof uploadRecording>;

/** Sends JSON and reads JSON. */
export async function call<T = Json>(
  base: string,
  path: string,
  { json, token, ...init }: RequestInit & { json?: unknown; token?: string } = {},
): Promise<Answer<T>> {
  const headers = new Headers(init.headers);
  if (json !== undefined) headers.set('content-type', 'application/json');
  if (token) headers.set('authorization', `Bearer ${token}`);
  const post = json === undefined ? {} : { method: 'POST', body: JSON.stringify(json) };
  const response = await fetch(`${base}${path}`, { ...post, ...init, headers });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: (text ? JSON.parse(text) : {}) as T };
}

export const uniqueEmail = (): string => `qof-${randomBytes(8).toString('hex')}@tusaale.so`;

export const signUp = (base: string, email: string, fullName = 'Xaawo Cali') =>
  call<AnswerTo<typeof SignUp>>(base, '/api/auth/signup', { json: { fullName, email, earlyBird: false } });

export const tokenOf = (magicLink: string | undefined): string => new URL(magicLink ?? '').pathname.split('/')[2] ?? '';

export const verify = (base: string, linkToken: string, headers: Record<string, string> = {}) =>
  call<SessionAnswer>(base, `/api/auth/verify/${linkToken}`, { headers });

/** The cookie of an answer, as a browser sends it back. */
export const cookieOf = ({ headers }: Answer<unknown>): string => headers.get('set-cookie')?.split(';')[0] ?? '';

export const tryCode = (base: string, json: { email: string; code: string }, cookie = '') =>
  call<SessionAnswer>(base, '/api/auth/code', { json, headers: { cookie } });

/** From sign-up to a session, the way a visitor goes. */
export async function signIn(base: string, email = uniqueEmail()): Promise<{ token: string; email: string }> {
  const asked = await signUp(base, email);
  const verified = await verify(base, tokenOf(asked.body.magicLink));
  if (!verified.body.success) throw new Error(`sign-in failed: ${JSON.stringify(verified.body)}`);
  return { token: verified.body.data.token, email };
}

export const readSession = (base: string, token: string) => call<SessionAnswer>(base, '/api/auth/session', { token });

/** A small WAV file of noise: different for every call, so that no two count as the same recording. */
export const makeRecording = (bytes = 2_000) => Buffer.concat([encodeWav(new Float32Array(0)), randomBytes(bytes)]);

export function audioForm(bytes: Buffer, name = 'recording.wav', type = 'audio/wav'): FormData {
  const form = new FormData();
  form.append('audio', new Blob([new Uint8Array(bytes)], { type }), name);
  return form;
}

export const upload = (base: string, token: string, bytes: Buffer, headers: Record<string, string> = {}) =>
  call<UploadAnswer>(base, '/api/transcription/upload', { method: 'POST', body: audioForm(bytes), token, headers });

/** The client says that it has the whole result. */
export const acknowledge = (base: string, token: string, id: string) =>
  call(base, `/api/transcription/${id}/received`, { method: 'POST', token });

/** The live answer's lines. */
export async function uploadLive(base: string, token: string, bytes: Buffer, signal: AbortSignal | null = null) {
  const headers = { authorization: `Bearer ${token}`, accept: 'application/x-ndjson' };
  const init = { method: 'POST', body: audioForm(bytes), headers, signal };
  const response = await fetch(`${base}/api/transcription/upload`, init);
  const lines = (await response.text()).match(/.+/g) ?? [];
  return { status: response.status, events: lines.map((line) => JSON.parse(line) as Json & { stage: string }) };
}
