import { expect, it } from 'vitest';
import type { ResultEdits } from '#shared/contract/transcription.ts';
import { editedOf } from '#shared/edited-texts.ts';
import type { ApiClient } from '../../lib/api-client.ts';
import { CallFailure } from '../../lib/call-failure.ts';
import { createFakeClock } from '../../lib/clock-for-test.ts';
import type { KeptResult, Result } from './result-store.ts';
import { createResultSync } from './result-sync.ts';

const result = { id: 'a', transcript: 'Waan imid.', translation: 'I came.' } as Result;
const first = { result, edited: editedOf(result), madeAt: 0, version: 0, isSaved: true } as KeptResult;

/** The account, as another device sees it: saves from an old version are refused with what stands. */
function createAccount() {
  let edits: ResultEdits = { version: 0, title: null, correction: null };
  const account = {
    isAway: false,
    /** Told to wait before a translation is there. */
    waits: 0,
    meanwhile: () => {},
    saved: () => edits,
    save(title: string | null, transcript: string) {
      const correction = { transcript, translation: 'I came.', translationOf: 'Waan imid.' };
      edits = { version: edits.version + 1, title, correction };
    },
  };
  const refuse = (status: number, rest: object) =>
    new CallFailure('refused', { status, body: { success: false, ...rest } });
  function put({ version, title, ...correction }: { version: number; title: string | null; transcript: string }) {
    if (version !== edits.version) throw refuse(409, { code: 'RESULT_CHANGED', data: edits });
    edits = { version: version + 1, title, correction: correction as unknown as ResultEdits['correction'] };
    return edits;
  }
  function translate() {
    if (account.waits-- > 0) throw refuse(503, { retryAfterSeconds: 2 });
    const transcript = edits.correction?.transcript ?? '';
    const translation = `English of: ${transcript}`;
    const again = { translation, translationConfidence: 7, segments: [] };
    edits = {
      ...edits,
      version: edits.version + 1,
      correction: { transcript, translation, translationOf: transcript, again },
    };
    return edits;
  }
  const api = {
    call: async ({ method, path }: { method: string; path: string }, { body }: { body: never }) => {
      if (account.isAway) throw new CallFailure('network');
      const data =
        method === 'GET' ? { transcription: { edits } } : path.endsWith('/translate') ? translate() : put(body);
      account.meanwhile();
      return { success: true, data };
    },
  } as unknown as ApiClient;
  return { account, api };
}

function open(kept = first) {
  const { account, api } = createAccount();
  const clock = createFakeClock();
  const device: KeptResult[] = [];
  const sync = createResultSync(kept, { api, clock, keep: (now) => void device.push(now) });
  return { account, clock, sync, device, now: () => sync.store.get() };
}

it('keeps a correction on the device at once, and saves it to the account', async () => {
  const { account, sync, device, now } = open();
  const saving = sync.edit({ transcript: 'Waan tegay.' });
  expect(device.at(-1)).toMatchObject({ edited: { transcript: 'Waan tegay.' }, isSaved: false });
  await saving;
  expect(account.saved().correction).toMatchObject({ transcript: 'Waan tegay.', translationOf: 'Waan imid.' });
  expect(now().kept).toMatchObject({ version: 1, isSaved: true });
  expect(device.at(-1)).toMatchObject({ isSaved: true });
});

it('saves what was written while a save was under way, too', async () => {
  const { account, sync, now } = open();
  await Promise.all([sync.edit({ transcript: 'Waan tegay.' }), sync.edit({ title: 'Safar' })]);
  expect(account.saved()).toMatchObject({ title: 'Safar', correction: { transcript: 'Waan tegay.' } });
  expect(now()).toMatchObject({ kept: { isSaved: true }, other: undefined });
});

it('goes on without a line, and saves when asked again', async () => {
  const { account, sync, now } = open();
  account.isAway = true;
  await sync.edit({ transcript: 'Waan tegay.' });
  expect(now()).toMatchObject({ kept: { isSaved: false }, isCutOff: true });
  account.isAway = false;
  await sync.save();
  expect(account.saved().version).toBe(1);
  expect(now()).toMatchObject({ kept: { isSaved: true }, isCutOff: false });
});

it('takes over what another device saved, where nothing of its own is lost', async () => {
  const { account, sync, now } = open();
  account.save('Salaan', 'Waan joogaa.');
  await sync.refresh();
  expect(now().kept).toMatchObject({
    version: 1,
    isSaved: true,
    edited: { title: 'Salaan', transcript: 'Waan joogaa.' },
  });
});

it.each([
  ['mine', 'Waan tegay.', 2],
  ['other', 'Waan joogaa.', 1],
] as const)(
  'shows both where two devices saved, and keeps the one that is chosen: %s',
  async (whose, stays, version) => {
    const { account, sync, now } = open();
    account.save(null, 'Waan joogaa.');
    await sync.edit({ transcript: 'Waan tegay.' });
    expect(now().other?.correction?.transcript).toBe('Waan joogaa.');
    expect(now().kept.edited.transcript).toBe('Waan tegay.');
    sync.choose(whose);
    await sync.save();
    expect(now()).toMatchObject({ other: undefined, kept: { edited: { transcript: stays }, isSaved: true } });
    expect(account.saved()).toMatchObject({ version, correction: { transcript: stays } });
  },
);

it('does not ask where the other one saved the same', async () => {
  const { account, sync, now } = open();
  account.save(null, 'Waan tegay.');
  await sync.edit({ transcript: 'Waan tegay.' });
  expect(now()).toMatchObject({ other: undefined, kept: { version: 1, isSaved: true } });
});

it('translates what is saved, waits as long as it is told to, and keeps what is written meanwhile', async () => {
  const { account, clock, sync, now } = open();
  account.isAway = true;
  await sync.edit({ transcript: 'Waan tegay.' });
  account.isAway = false;
  account.waits = 1;
  const translating = sync.translate();
  await clock.advance(0);
  expect(now().isTranslating).toBe(true);
  const editing = sync.edit({ title: 'Safar' });
  await clock.advance(2_000);
  await Promise.all([translating, editing]);
  const english = { translation: 'English of: Waan tegay.', translationOf: 'Waan tegay.' };
  expect(now()).toMatchObject({
    isTranslating: false,
    kept: { isSaved: true, edited: { title: 'Safar', ...english } },
  });
  expect(account.saved()).toMatchObject({ title: 'Safar', correction: english });
});

it('translates what is written while it is saved, and sees no other device in it', async () => {
  const { account, sync, now } = open();
  account.isAway = true;
  await sync.edit({ transcript: 'Waan tegay.' });
  account.isAway = false;
  account.meanwhile = () => {
    account.meanwhile = () => {};
    void sync.edit({ transcript: 'Waan noqday.' });
  };
  await sync.translate();
  const english = { translation: 'English of: Waan noqday.', translationOf: 'Waan noqday.' };
  expect(now()).toMatchObject({ other: undefined, kept: { isSaved: true, edited: english } });
  expect(account.saved().correction).toMatchObject({ transcript: 'Waan noqday.', ...english });
});

it('says that a translation failed, and goes on', async () => {
  const { account, sync, now } = open();
  await sync.edit({ transcript: 'Waan tegay.' });
  account.isAway = true;
  await expect(sync.translate()).rejects.toThrow(CallFailure);
  expect(now().isTranslating).toBe(false);
  account.isAway = false;
  await sync.translate();
  expect(now().kept.edited.translationOf).toBe('Waan tegay.');
});

it('leaves a text alone while it is edited: the save meets what another device saved', async () => {
  const { account, sync, now } = open();
  sync.noteEditing(true);
  account.save('Safar', 'Waan baxay.');
  await sync.refresh();
  expect(now().kept).toMatchObject({ version: 0, edited: { transcript: 'Waan imid.' } });
  await sync.edit({ transcript: 'Waan tegay.' });
  sync.noteEditing(false);
  expect(now()).toMatchObject({ editors: 0, other: { title: 'Safar' } });
});
