/** A recording or a chosen file, ready to be sent; bytes and not a Blob, because Safari loses Blobs in IndexedDB. */
export type Take = {
  bytes: ArrayBuffer;
  mimeType: string;
  fileName: string;
  /** `sample`: one of ours, which costs no attempt. */
  source: 'recording' | 'file' | 'sample';
  /** `undefined` where a file's length could not be read. */
  durationSeconds: number | undefined;
};
