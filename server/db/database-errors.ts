/** Errors of the drivers arrive wrapped; the code stands somewhere along the chain of causes. */
function findCode(error: unknown): string | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    const { code } = at as { code?: unknown };
    if (typeof code === 'string' && code.length >= 5) return code;
  }
  return undefined;
}

const goneCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EPIPE',
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  // PostgreSQL: shutting down, crashed, starting up, too many connections
  '57P01',
  '57P02',
  '57P03',
  '53300',
]);

/** The database cannot be reached now; it may come back. */
export function isDatabaseGone(error: unknown): boolean {
  const code = findCode(error);
  return code !== undefined && (goneCodes.has(code) || code.startsWith('08'));
}

/** A unique index refused a row. */
export const isDuplicate = (error: unknown): boolean => findCode(error) === '23505';
