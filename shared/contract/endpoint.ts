import * as z from 'zod/mini';
import { type ErrorCode, errorStatus } from '../errors/codes.ts';
import { apiBasePath, programsBasePath } from '../limits.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

type Schema = z.ZodMiniType;

/** One HTTP endpoint, declared once: the server validates requests and responses against it, the client infers its types from it. */
export type Endpoint = {
  readonly method: Method;
  /** `/api` where it is absent. */
  readonly base?: typeof programsBasePath;
  /** Below the base, with `:name` for parameters. */
  readonly path: `/${string}`;
  readonly summary: string;
  /** Else it needs a session. */
  readonly isPublic?: true;
  /** Whether a key of an account (`ssa_…`) opens it beside a session, or nothing else does. */
  readonly keys?: 'also' | 'only';
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** A multipart form: the name of its file, and its other fields. */
  readonly form?: { readonly file: string; readonly fields?: Schema };
  /** Where more than the usual 16 KiB may arrive. */
  readonly maxBodyBytes?: number;
  readonly response: Schema;
  /** Of the answer, where it is no JSON. */
  readonly mediaType?: string;
  readonly answersText?: true;
  /** Of 202, where the answer may come later. */
  readonly accepted?: Schema;
};

export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint;
}

export const pathOf = ({ base, path }: Pick<Endpoint, 'base' | 'path'>): string => `${base ?? apiBasePath}${path}`;

/** Answered in the API's form whatever stands there, never by a page. */
export const isApiPath = (path: string): boolean =>
  path.startsWith(`${apiBasePath}/`) || path.startsWith(`${programsBasePath}/`);

export type ResponseOf<E extends Endpoint> = z.infer<E['response']>;
export type AcceptedOf<E extends Endpoint> = E['accepted'] extends Schema ? z.infer<E['accepted']> : never;
export type BodyOf<E extends Endpoint> = E['body'] extends Schema ? z.infer<E['body']> : undefined;
export type QueryOf<E extends Endpoint> = E['query'] extends Schema ? z.infer<E['query']> : undefined;
export type ParamsOf<E extends Endpoint> = E['params'] extends Schema ? z.infer<E['params']> : undefined;

export const succeeded = <const S extends z.core.$ZodShape>(shape: S) =>
  z.object({ success: z.literal(true), ...shape });

export const messageResponse = succeeded({ message: z.string() });

export const errorCode = z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]);

/** Every failure: `error` and `message` are the same sentence in the caller's language (design.md §4). */
export const failureResponse = z.object({
  success: z.literal(false),
  error: z.string(),
  message: z.string(),
  code: errorCode,
  requestId: z.string(),
  retryAfterSeconds: z.optional(z.number()),
  /** What stands in the way of a save (409). */
  data: z.optional(z.unknown()),
});
export type FailureResponse = z.infer<typeof failureResponse>;
