import type { AudioContainer } from './sniff-container.ts';

/** Spec §5: a file's type must end in one of these, after `audio/`. */
const acceptedSubtypes = ['wav', 'wave', 'x-wav', 'mp3', 'mpeg', 'mp4', 'x-m4a', 'ogg', 'webm'] as const;

export const mimeOfContainer: Record<AudioContainer, string> = {
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
  mp4: 'audio/mp4',
  ogg: 'audio/ogg',
  webm: 'audio/webm',
  flac: 'audio/flac',
  aac: 'audio/aac',
  aiff: 'audio/aiff',
  caf: 'audio/x-caf',
  amr: 'audio/amr',
};

/** WhatsApp voice notes and browsers' own names for the same containers (design.md §5.16). */
const synonyms: Record<string, string> = {
  'application/ogg': 'audio/ogg',
  'audio/opus': 'audio/ogg',
  'video/webm': 'audio/webm',
  'video/mp4': 'audio/mp4',
  'audio/m4a': 'audio/mp4',
};

/** The declared type without parameters, in our words: `audio/webm;codecs=opus` → `audio/webm`. */
function normaliseMime(declared: string): string {
  const bare = (declared.split(';')[0] ?? '').trim().toLowerCase();
  return synonyms[bare] ?? bare;
}

/** What the first bytes say, else the declared type; spec §5's two rules are applied to it (design.md §5.16). */
export const effectiveMime = (declared: string, container: AudioContainer | undefined): string =>
  container ? mimeOfContainer[container] : normaliseMime(declared);

export const isAudioMime = (mime: string): boolean => mime.startsWith('audio/');

export function isAcceptedMime(mime: string): boolean {
  return acceptedSubtypes.some((subtype) => mime === `audio/${subtype}`);
}

/** Types and endings of all that is taken, for pickers and share sheets: a phone greys out what stands not among them. */
export const pickedTypes = [
  ...['audio/*', 'video/webm', 'video/mp4', 'video/quicktime', 'video/3gpp', 'video/3gpp2', 'video/x-matroska'],
  ...['application/ogg', '.opus', '.oga', '.ogg', '.m4a', '.m4b', '.mp4', '.mp3', '.wav', '.webm', '.weba'],
  ...['.mka', '.mkv', '.mov', '.3gp', '.3g2'],
];
