import type * as z from 'zod/mini';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

type Schema = z.ZodMiniType;

/** One HTTP endpoint, declared once: the server validates requests and responses against it, the client infers its types from it. */
export type Endpoint = {
  readonly method: Method;
  /** Below `/api`, with `:name` for parameters. */
  readonly path: `/${string}`;
  /** One line for the API page. */
  readonly summary: string;
  readonly requiresSession: boolean;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** Where more than the usual 16 KiB may arrive. */
  readonly maxBodyBytes?: number;
  readonly response: Schema;
};

export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint;
}

export type ResponseOf<E extends Endpoint> = z.infer<E['response']>;
export type BodyOf<E extends Endpoint> = E['body'] extends Schema ? z.infer<E['body']> : undefined;
export type ParamsOf<E extends Endpoint> = E['params'] extends Schema ? z.infer<E['params']> : undefined;
