export type ModelErrorCode =
  | 'NETWORK'
  | 'NOT_FOUND'
  | 'REFUSED'
  | 'WRONG_SIZE'
  | 'WRONG_HASH'
  | 'DISK_FULL'
  | 'CANCELLED';

/** Why a model could not be fetched or trusted; the message is one line for an operator. */
export class ModelError extends Error {
  readonly code: ModelErrorCode;

  constructor(code: ModelErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ModelError';
    this.code = code;
  }
}
