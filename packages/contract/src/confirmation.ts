import type { z } from 'zod';
import { passkeyAssertion } from './passkey.entities.ts';
import { captchaCode, factorCode, secret } from './wire.ts';

/**
 * The fields with which the caller of a call that declares `reauth` confirms who they are; one of the first three. The
 * captcha is needed after failures.
 */
export const confirmationFields = {
  password: secret.optional(),
  factor_code: factorCode.optional(),
  passkey: passkeyAssertion.optional(),
  v_code: captchaCode.optional(),
};

/** For a call whose `password` is the password of another account: `ownPasswordField` of the call names the caller's. */
export const { password: ownPassword, ...confirmationWithoutPassword } = confirmationFields;

export type ConfirmationInput = {
  readonly [Field in keyof typeof confirmationFields]?:
    | z.input<(typeof confirmationFields)[Field]>
    | undefined;
};

/** `login`: the account has neither, so a new login at the provider is needed, which is valid for a short time. */
export type ConfirmationMethod = 'passkey' | 'code' | 'password' | 'login';

/** The data of the errors `confirmationNeeded`, `secondFactorNeeded` and `freshLoginNeeded`. */
export interface ConfirmationNeeded {
  readonly methods: readonly ConfirmationMethod[];
  /** For how many minutes the confirmation is valid in this session; 0 if the call always asks. */
  readonly minutes: number;
}
