import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

/** 256 random bits for logins and mailed links, encoded for cookies and URLs. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Only the hashes of tokens are stored, so that a leaked database does not give access to sessions. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Identifies a secret key without revealing it. */
export function keyFingerprint(secretKey: Buffer): string {
  return Buffer.from(hkdfSync('sha256', secretKey, '', 'octavo key mark', 8)).toString('hex');
}

/** Encrypts text with AES-256-GCM, under a key that is derived from SECRET_KEY for one purpose. */
export interface Cipher {
  encrypt(text: string): string;
  /** Undefined if the text was not encrypted with this key. */
  decrypt(encrypted: string): string | undefined;
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

export function createCipher(secretKey: Buffer, purpose: string): Cipher {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', `octavo ${purpose}`, 32));
  return {
    encrypt(text) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
    },
    decrypt(encrypted) {
      const bytes = Buffer.from(encrypted, 'base64url');
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
