import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

/** 256 random bits for logins and mailed links, as text fit for cookies and addresses. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Tokens are stored only like this, so a read of the database opens no session. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Tells one secret key from another, and nothing else of it. */
export function keyMark(secretKey: Buffer): string {
  return Buffer.from(hkdfSync('sha256', secretKey, '', 'octavo key mark', 8)).toString('hex');
}

/** Text that only this installation can read back: AES-256-GCM under a key for one purpose. */
export interface Sealer {
  seal(text: string): string;
  /** Undefined when the text was not sealed by us for this purpose. */
  open(sealed: string): string | undefined;
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

export function createSealer(secretKey: Buffer, purpose: string): Sealer {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', `octavo ${purpose}`, 32));
  return {
    seal(text) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length < IV_BYTES + TAG_BYTES) return undefined;
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES));
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      try {
        const body = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
        return Buffer.concat([body, decipher.final()]).toString('utf8');
      } catch {
        return undefined;
      }
    },
  };
}
