import { Secret, TOTP } from 'otpauth';
import {
  hashRecoveryCode,
  newRecoveryCodes,
  newTotpSecret,
} from '../../src/modules/account/second-factor-code.ts';
import { secondFactorRepository } from '../../src/modules/account/second-factor.repository.ts';
import type { TestSite } from './site.ts';

/** The code that an authenticator app with this secret shows; `steps` later or earlier. */
export function totpCode(site: TestSite, secret: string, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: site.deps.now().getTime() + steps * 30_000 });
}

/** Gives the account an authenticator app and recovery codes, without a request. */
export async function addSecondFactor(site: TestSite, uid: number) {
  const { db, factorCipher } = site.deps;
  const factors = secondFactorRepository(db);
  const secret = newTotpSecret();
  const encrypted = factorCipher.encrypt(secret);
  await factors.saveNewSecret(uid, encrypted);
  await factors.confirmNewSecret(uid, encrypted, 0);
  const recoveryCodes = newRecoveryCodes();
  await factors.insertRecoveryCodes(uid, recoveryCodes.map(hashRecoveryCode));
  return { secret, recoveryCodes };
}
