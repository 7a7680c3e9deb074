/** Spec §5: webm, then mp4, then wav; Opus named first where a container can hold more than one codec. */
const preferredTypes = ['audio/webm;codecs=opus', 'audio/webm', 'audio/mp4', 'audio/wav'] as const;

export type FormatSupport = {
  canRecord: (mimeType: string) => boolean;
  /** Some Safari versions record WebM that they cannot play: a type must pass both questions. */
  canPlay: (mimeType: string) => boolean;
};

/** The type to record in, or `undefined` to leave the choice to the browser. */
export function chooseRecordingType(support: FormatSupport): string | undefined {
  return preferredTypes.find((type) => support.canRecord(type) && support.canPlay(type));
}
