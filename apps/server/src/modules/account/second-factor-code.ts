import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Connection } from '../../db/connect.ts';
import { hashToken } from '../../secrets.ts';
import type { Cipher } from '../../secrets.ts';
import { secondFactorRepository } from './second-factor.repository.ts';
import type { SecondFactor } from './second-factor.repository.ts';

const PERIOD_SECONDS = 30;
const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;
const RECOVERY_CODE_BYTES = 10;
/** Clocks of phones differ: the code of the step before and after is accepted too. */
const DRIFT_STEPS = 1;

export const newTotpSecret = () => new Secret({ size: SECRET_BYTES }).base32;

/** The address that an authenticator app reads from the QR code. */
export function totpUri(secret: string, issuer: string, label: string): string {
  return new TOTP({ issuer, label, secret: Secret.fromBase32(secret) }).toString();
}

/** The time step that the code belongs to; undefined for a wrong code. */
export function findStep(secret: string, code: string, now: Date): number | undefined {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: PERIOD_SECONDS });
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: DRIFT_STEPS });
  if (delta === null) return undefined;
  return Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta;
}

/** Letters and digits of Base32, which has no 0, 1, 8 and 9, in groups of four. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    new Secret({ buffer: new Uint8Array(randomBytes(RECOVERY_CODE_BYTES)).buffer }).base32
      .toLowerCase()
      .replaceAll(/(.{4})(?=.)/g, '$1-'),
  );
}

export const hashRecoveryCode = (code: string) =>
  hashToken(code.toLowerCase().replaceAll(/[^a-z2-7]/g, ''));

interface FactorDeps {
  readonly db: Connection;
  readonly factorCipher: Cipher;
  now(): Date;
}

/** Accepts a code of the authenticator app or a recovery code, each once; undefined if it is wrong or used. */
export async function useSecondFactor(
  { db, factorCipher, now }: FactorDeps,
  uid: number,
  code: string,
): Promise<SecondFactor | undefined> {
  const factors = secondFactorRepository(db);
  const digits = code.replaceAll(' ', '');
  if (!/^\d{6}$/.test(digits))
    return (await factors.useRecoveryCode(uid, hashRecoveryCode(code))) ? 'recovery' : undefined;
  const encrypted = (await factors.findTotp(uid))?.secret;
  const secret = encrypted ? factorCipher.decrypt(encrypted) : undefined;
  if (!encrypted || secret === undefined) return undefined;
  const step = findStep(secret, digits, now());
  if (step === undefined || !(await factors.useStep(uid, encrypted, step))) return undefined;
  return 'totp';
}
