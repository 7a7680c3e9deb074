import { useRef, useState } from 'react';
import { formatDuration } from '#shared/format-duration.ts';
import type { Language } from '#shared/languages.ts';
import { checkAudioFile, type FileRefusal, readAudioLength } from './check-audio-file.ts';
import type { Take } from './take-store.ts';

/** From `/api/ready`; the length is not known until the server has said it. */
export type UploadLimits = { maxUploadBytes: number; maxAudioSeconds: number | undefined };

export type FileChoice = {
  isChecking: boolean;
  refusal: FileRefusal | undefined;
  choose: (file: File) => Promise<void>;
  forget: () => void;
};

/** Checks a chosen, dropped or pasted file, type and size first, then its length, and makes a take of it. */
export function useFileChoice(limits: UploadLimits, language: Language, onTake: (take: Take) => void): FileChoice {
  const [isChecking, setChecking] = useState(false);
  const [refusal, setRefusal] = useState<FileRefusal>();
  const round = useRef(0);

  const check = async (file: File): Promise<FileRefusal | undefined> => {
    const refused = await checkAudioFile(file, limits.maxUploadBytes);
    if (refused !== undefined) return refused;
    const durationSeconds = await readAudioLength(file);
    const { maxAudioSeconds } = limits;
    if (maxAudioSeconds !== undefined && durationSeconds !== undefined && durationSeconds > maxAudioSeconds)
      return { key: 'AUDIO_TOO_LONG', values: { limit: formatDuration(maxAudioSeconds, language) } };
    const bytes = await file.arrayBuffer();
    onTake({ bytes, mimeType: file.type, fileName: file.name, source: 'file', durationSeconds });
    return undefined;
  };

  return {
    isChecking,
    refusal,
    forget: () => setRefusal(undefined),
    async choose(file) {
      round.current += 1;
      const current = round.current;
      setRefusal(undefined);
      setChecking(true);
      // Reading fails when the file has vanished meanwhile, e.g. a cloud file without a network.
      const refused = await check(file).catch((): FileRefusal => ({ key: 'FILE_NOT_AUDIO' }));
      if (current !== round.current) return;
      setRefusal(refused);
      setChecking(false);
    },
  };
}
