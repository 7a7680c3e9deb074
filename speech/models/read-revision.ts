const timeoutMilliseconds = 10_000;

/**
 * The commit that a repository's `main` is now, by the `X-Repo-Commit` header of the hub's own answer (it stands there
 * before the redirect to the store). `null` from mirrors that do not say it: a hash holds the file all the same.
 */
export async function readRevision(address: string, signal?: AbortSignal): Promise<string | null> {
  const timeout = AbortSignal.timeout(timeoutMilliseconds);
  try {
    const { headers } = await fetch(address, {
      method: 'HEAD',
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    const revision = headers.get('x-repo-commit') ?? '';
    return /^[0-9a-f]{40}$/.test(revision) ? revision : null;
  } catch {
    return null;
  }
}
