/** SHA-256 in lower-case hex, or nothing on an insecure page, where the browser gives no `crypto.subtle`. */
export async function hashBytes(bytes: ArrayBuffer): Promise<string | undefined> {
  if (globalThis.crypto?.subtle === undefined) return undefined;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
