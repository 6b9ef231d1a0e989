import { z } from 'zod';
import { MAX_PASSKEY_NAME_LENGTH } from './limits.ts';
import { json, line, time } from './wire.ts';

/** The names and structures of the Web Authentication API in JSON, as browsers send and accept them. */
const base64url = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]+$/);

const credential = {
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}),
};

/** The response of `navigator.credentials.get()`. */
export const passkeyAssertion = json(
  z.object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url(8192),
      authenticatorData: base64url(8192),
      signature: base64url(8192),
      userHandle: base64url(128).optional(),
    }),
  }),
);

/** The response of `navigator.credentials.create()`. */
export const passkeyAttestation = json(
  z.object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url(8192),
      attestationObject: base64url(32_768),
      /** How a browser reaches the passkey. */
      transports: z.array(z.string().max(20)).max(10).optional(),
    }),
  }),
);

const descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()).optional(),
});
const userVerification = z.literal('required');

/** The argument of `navigator.credentials.get()`. */
export const assertionOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification,
  allowCredentials: z.array(descriptor),
});

/** The argument of `navigator.credentials.create()`. */
export const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification,
  }),
});

export const passkeyName = line(MAX_PASSKEY_NAME_LENGTH).pipe(z.string().min(1));

export const passkey = z.object({
  id: z.int(),
  name: z.string(),
  /** A security key, which can be used on several devices by plugging it in; else a device or a password manager. */
  is_security_key: z.boolean(),
  addtime: time,
  last_used_time: time.nullable(),
});
export type Passkey = z.output<typeof passkey>;

/**
 * Whether browsers allow passkeys at the address of this site: it must be https, or localhost, and have a name instead
 * of an IP address.
 */
export const passkeySupport = z.enum(['ready', 'needsHttps', 'needsName']);
export type PasskeySupport = z.output<typeof passkeySupport>;
