import { openDeviceStore } from '../../lib/device-store.ts';
import { keepWaiting, type Recording, type WaitingFile } from './kept-recording.ts';
import { readRecording } from './upload-card.tsx';

/** A file that was chosen: still to be read, in this visit, or on the device from an earlier one. */
export type ChosenFile = WaitingFile & { file?: File | undefined; durationSeconds?: number | undefined };

const device = openDeviceStore<Recording>('recordings');
const keyOf = ({ id }: WaitingFile) => `file-${id}`;

const readFile = async ({ file, durationSeconds }: ChosenFile) => file && readRecording(file, durationSeconds);

/** Where the browser keeps nothing a file is read, in its turn, from where it was chosen. */
export async function keepFile(chosen: ChosenFile, owner: string): Promise<ChosenFile> {
  const recording = await readFile(chosen);
  const isKept = recording !== undefined && (await device.put(keyOf(chosen), recording, owner));
  return isKept ? { ...chosen, file: undefined } : chosen;
}

/** `undefined` of a file that another tab has sent. */
export const readKeptFile = async (chosen: ChosenFile, owner: string): Promise<Recording | undefined> =>
  (await readFile(chosen)) ?? device.get(keyOf(chosen), owner);

export const keepList = (files: readonly ChosenFile[], owner: string): Promise<unknown> =>
  keepWaiting(
    files.map(({ id, fileName }) => ({ id, fileName })),
    owner,
  );

export const forgetFile = (over: WaitingFile): Promise<void> => device.remove(keyOf(over));
