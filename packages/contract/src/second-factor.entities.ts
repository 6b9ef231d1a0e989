import { z } from 'zod';
import { passkey } from './passkey.entities.ts';
import { time } from './wire.ts';

/** The second factors of an account; recovery codes only replace one and do not count. */
export const secondFactorKind = z.enum(['totp', 'passkey']);
export type SecondFactorKind = z.output<typeof secondFactorKind>;

export const secondFactors = z.object({
  passkeys: z.array(passkey),
  /** Null if no authenticator app is set up. */
  totp: z.object({ confirmed_time: time, last_used_time: time.nullable() }).nullable(),
  recovery: z.object({
    total: z.int(),
    left: z.int(),
    last_used_time: time.nullable(),
  }),
});
export type SecondFactors = z.output<typeof secondFactors>;
