/** Never the message, parameters or a server's sentence, which carry personal data (security.md S9, S59). */
export type ErrorDescription = {
  type: string;
  code?: string | undefined;
  status?: number | undefined;
  constraint?: string | undefined;
  /** Functions and places in the code, innermost first. */
  at?: string[] | undefined;
  cause?: ErrorDescription | undefined;
};

const maxCauses = 4;
const maxPlaces = 6;
const word = /^\w{1,60}$/;
const stackLine = /^ {4}at (?:async )?/;
const functionName = /^[\w.<>]{1,60}$/;
const fileAndLine = /^([\w.:-]{1,60}):\d{1,9}\)?$/;

const wordOf = (value: unknown): string | undefined =>
  typeof value === 'string' && word.test(value) ? value : undefined;

/** A line of V8's stack: a function's name, then a file, line and column, of which the last part of the path is enough. */
function describeFrame(line: string): string[] {
  if (!stackLine.test(line)) return [];
  const place = fileAndLine.exec(line.split(/[/( ]/).at(-1) ?? '')?.[1];
  const [name = '', ...rest] = line.replace(stackLine, '').split(' ');
  if (place === undefined) return [];
  return [rest.length > 0 && functionName.test(name) ? `${name} ${place}` : place];
}

/** The stack begins with the message, which may look like anything. */
function placesOf({ stack: written, message = '' }: Partial<Error>): string[] {
  const stack = String(written ?? '');
  const start = stack.indexOf(message);
  const frames = start < 0 ? stack : stack.slice(start + message.length);
  return frames.split('\n').flatMap(describeFrame).slice(0, maxPlaces);
}

export function describeError(error: unknown, depth = 0): ErrorDescription {
  if (typeof error !== 'object' || error === null) return { type: typeof error };
  // Some libraries hand on the fields of an error and not the error.
  const fields = error as Partial<Error> & { [name: string]: unknown };
  const status = [fields.responseCode, fields.statusCode, fields.status].find(Number.isInteger);
  const at = placesOf(fields);
  return {
    type: wordOf(error.constructor?.name) ?? 'Error',
    code: wordOf(fields.code),
    status: typeof status === 'number' ? status : undefined,
    constraint: wordOf(fields.constraint),
    at: at.length > 0 ? at : undefined,
    cause: fields.cause === undefined || depth >= maxCauses ? undefined : describeError(fields.cause, depth + 1),
  };
}

/** The same in a few words, for a column or a line: `DatabaseError 23505`. */
export function nameError(error: unknown): string {
  const { type, code, status } = describeError(error);
  return [type, code, status].filter((part) => part !== undefined).join(' ');
}

/** Why a start failed, for the terminal: in words where they are ours or the system's, which name no person. */
export function explainStart(error: unknown): string {
  for (let at = error, depth = 0; at instanceof Error && depth < maxCauses; at = at.cause, depth += 1)
    if (at.constructor === Error || 'syscall' in at) return at.message;
  return JSON.stringify(describeError(error));
}
