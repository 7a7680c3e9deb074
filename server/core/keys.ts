import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** In a time that tells nothing of where they differ, or of how long they are. */
export const isSameSecret = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(sha256(one)), Buffer.from(sha256(other)));

export const randomToken = (bytes: number): string => randomBytes(bytes).toString('base64url');

const derive = (secret: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, 'somali-speech-ai', purpose, 32));

/** Keys for each purpose, derived from the server's secrets: the first makes, all are accepted. */
export function createKeys([newest, ...others]: readonly [string, ...string[]]) {
  const keysFor = (purpose: string): [Buffer, ...Buffer[]] => [
    derive(newest, purpose),
    ...others.map((secret) => derive(secret, purpose)),
  ];
  const addressKeys = keysFor('address');
  const sealKeys = keysFor('seal');
  const urlKeys = keysFor('url');
  const counterKey = derive(newest, 'counter');
  const keyed = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest('base64url');

  return {
    sessionKeys: keysFor('session'),
    /** All keyed hashes an address may be stored under; the first is the current one. */
    addressHashes: (email: string): string[] => addressKeys.map((key) => keyed(key, email)),
    counterKey: (subject: string): string => keyed(counterKey, subject).slice(0, 22),
    addressHash: (email: string): string => keyed(addressKeys[0], email),
    signatures: (text: string): string[] => urlKeys.map((key) => keyed(key, text)),
    /** AES-256-GCM: nonce, tag and text in one base64url word. */
    seal(text: string): string {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', sealKeys[0], nonce);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    unseal(sealed: string): string {
      const bytes = Buffer.from(sealed, 'base64url');
      for (const key of sealKeys) {
        try {
          const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
          decipher.setAuthTag(bytes.subarray(12, 28));
          return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
        } catch {}
      }
      throw new Error('sealed with a secret that is no longer known');
    },
  };
}

export type Keys = ReturnType<typeof createKeys>;
