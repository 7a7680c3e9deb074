// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderForTest, type TestScreen } from '../../app/render-for-test.tsx';
import * as keptFiles from '../../features/recorder/kept-files.ts';
import type { Recording } from '../../features/recorder/kept-recording.ts';
import { FilesScreen } from './files-screen.tsx';

const user = { fullName: 'Hodan', email: 'h@example.org', attemptsRemaining: 9 };
const recording: Recording = {
  bytes: new ArrayBuffer(4),
  mimeType: 'audio/ogg',
  fileName: 'cod.ogg',
  source: 'file',
  durationSeconds: 3,
};
const refused = (code: string) => ({ stage: 'error', status: 422, code, error: `said ${code}` });

let screen: TestScreen;
/** What the server answers to each upload in turn; the last for ever. */
let answers: [status: number, line?: object][] = [];
const sent = vi.fn();

beforeEach(() => {
  sent.mockClear();
  vi.spyOn(keptFiles, 'readKeptFile').mockImplementation(async ({ id }) => (id === 'gone' ? undefined : recording));
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload: { onload?: () => void } = {};
      status = 0;
      responseText = '';
      onload = () => undefined;
      open() {}
      abort() {}
      setRequestHeader() {}
      getResponseHeader = () => null;
      send() {
        sent();
        const [status, line = {}] = (answers.length > 1 ? answers.shift() : answers[0]) ?? [0];
        // Without a status it is still on its way.
        if (status === 0) return;
        this.upload.onload?.();
        Object.assign(this, { status, responseText: `${JSON.stringify(line)}\n` });
        this.onload();
      }
    },
  );
});
afterEach(() => {
  screen.close();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const open = async (...ids: string[]) => {
  const waiting = ids.map((id) => ({ id, fileName: `${id}.ogg` }));
  const limits = { maxUploadBytes: 100, maxAudioSeconds: 60 };
  screen = await renderForTest(<FilesScreen {...{ user, limits, waiting }} files={[]} onLeave={() => undefined} />);
};
const rows = () => [...screen.root.querySelectorAll('li')].map(({ textContent }) => textContent);
const until = (check: () => void) =>
  vi.waitFor(async () => {
    await screen.advance(500);
    check();
  }, 20_000);

it('goes past a file that is at fault itself, and one that another tab has sent', async () => {
  answers = [[200, refused('NO_SPEECH')], [413], [0]];
  await open('a', 'b', 'gone', 'c');
  await until(() => expect(rows()[2]).toContain('c.oggUploading: 0%'));
  expect(rows()[0]).toContain('Not taken: said NO_SPEECH');
  expect(rows()[1]).toContain('Not taken:');
  expect(rows()).toHaveLength(3);
});

it('stands still where the next file would meet the same, and tries again by itself', async () => {
  answers = [[503]];
  await open('a', 'b');
  await until(() => expect(rows()[0]).toContain('Try Again'));
  expect(rows()[1]).toContain('Waiting for its turn');
  const before = sent.mock.calls.length;
  await screen.advance(60_000);
  await until(() => expect(sent.mock.calls.length).toBeGreaterThan(before));
});

it('takes out the one on its way, and goes on with the next', async () => {
  answers = [[0]];
  await open('a', 'b');
  await until(() => expect(rows()[0]).toContain('Uploading'));
  await screen.click('Remove: a.ogg');
  await until(() => expect(rows()).toEqual([expect.stringContaining('b.oggUploading')]));
});
