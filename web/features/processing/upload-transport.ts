export type UploadFile = { bytes: ArrayBuffer; mimeType: string; fileName: string };

export type UploadRequest = {
  headers: Readonly<Record<string, string>>;
  /** The multipart form of spec §7; left out where the server has the bytes already and knows them by their hash. */
  file: UploadFile | undefined;
  timeoutMilliseconds: number;
};

export type UploadHandlers = {
  /** 0–1 of the bytes sent. */
  onUploaded: (fraction: number) => void;
  /** All of the answer's text that has arrived so far, as it arrives. */
  onText: (status: number, textSoFar: string) => void;
};

export type UploadOutcome =
  | { type: 'answered'; status: number; text: string; retryAfterSeconds?: number | undefined }
  | { type: 'network' }
  | { type: 'timeout' }
  | { type: 'cancelled' };

/** One HTTP exchange; tests bring their own. */
export type UploadTransport = (
  request: UploadRequest,
  handlers: UploadHandlers,
  signal: AbortSignal,
) => Promise<UploadOutcome>;
