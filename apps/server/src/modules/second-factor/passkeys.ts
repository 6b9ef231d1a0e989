import { randomBytes } from 'node:crypto';
import type {
  assertionOptions,
  creationOptions,
  passkeyAssertion,
  passkeyAttestation,
  PasskeySupport,
} from '@octavo/contract/passkey.entities';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../app-error.ts';
import type { Config } from '../../config.ts';
import type { Connection } from '../../db/connect.ts';
import type { Cipher } from '../../secrets.ts';
import { newToken } from '../../secrets.ts';
import { passkeyRepository } from '../account/passkey.repository.ts';
import { usedNonceRepository } from '../ext-login/used-nonce.repository.ts';

/** Loaded at the first use: the library takes 27 MB and half a second. */
const webauthn = () => import('@simplewebauthn/server');

const CHALLENGE_SECONDS = 300;
/** How long the browser waits for the user. */
const TIMEOUT_MS = 120_000;
const USER_HANDLE_BYTES = 32;
/** Ed25519, ECDSA with P-256, RSA: what devices and security keys offer. */
const ALGORITHMS = [-8, -7, -257];

type Assertion = z.output<typeof passkeyAssertion>;
type Attestation = z.output<typeof passkeyAttestation>;

/** What a challenge is for: the response to it is accepted for nothing else. */
type PasskeyPurpose =
  | { readonly for: 'login' }
  /** The pending login, by the hash of its token. */
  | { readonly for: 'secondStep'; readonly uid: number; readonly token_hash: Buffer }
  | { readonly for: 'confirm' | 'create'; readonly uid: number; readonly device_id: number };

/** The browser that keeps the encrypted challenge in a cookie. */
export interface PasskeyClient {
  passkeyChallenge(): string | undefined;
  setPasskeyChallenge(encrypted: string, seconds: number): void;
  clearPasskeyChallenge(): void;
}

const challengeSchema = z.object({
  challenge: z.string(),
  purpose: z.string(),
  expires: z.number(),
  /** The random value that identifies the user to the new passkey. */
  user_handle: z.string().optional(),
});

function describePurpose(purpose: PasskeyPurpose): string {
  if (purpose.for === 'login') return 'login';
  if (purpose.for === 'secondStep') return `secondStep ${purpose.token_hash.toString('hex')}`;
  return `${purpose.for} ${purpose.uid} ${purpose.device_id}`;
}

/** The library does not reject a page of another site that embeds this one. */
function isCrossOrigin(clientDataJSON: string): boolean {
  const { crossOrigin, topOrigin } = z
    .object({ crossOrigin: z.unknown(), topOrigin: z.unknown() })
    .partial()
    .parse(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()));
  return crossOrigin === true || topOrigin !== undefined;
}

const toDescriptor = (passkey: {
  readonly credential_id: Buffer;
  readonly transports: readonly string[];
}) => ({
  id: passkey.credential_id.toString('base64url'),
  type: 'public-key' as const,
  transports: [...passkey.transports],
});

interface PasskeyParts {
  readonly db: Connection;
  readonly config: Config;
  readonly cipher: Cipher;
  readonly log: FastifyBaseLogger;
  now(): Date;
}

export interface Passkeys {
  readonly support: PasskeySupport;
  /** The options for `navigator.credentials.get()`. */
  startAssertion(
    client: PasskeyClient,
    purpose: PasskeyPurpose,
  ): Promise<z.input<typeof assertionOptions>>;
  /**
   * The user of the passkey, whose signature, user verification, site, challenge and counter are right; else throws.
   * `onFailure` gets the user whose passkey was used wrongly.
   */
  checkAssertion(
    client: PasskeyClient,
    purpose: PasskeyPurpose,
    assertion: Assertion,
    onFailure?: (uid: number) => void,
  ): Promise<{ readonly uid: number }>;
  /** The options for `navigator.credentials.create()`. */
  startCreation(
    client: PasskeyClient,
    purpose: Extract<PasskeyPurpose, { for: 'confirm' | 'create' }>,
    names: { readonly site: string; readonly username: string; readonly name: string },
  ): Promise<z.input<typeof creationOptions>>;
  /** The new passkey, which is not stored yet. */
  checkCreation(
    client: PasskeyClient,
    purpose: PasskeyPurpose,
    attestation: Attestation,
  ): Promise<NewPasskey>;
}

interface NewPasskey {
  readonly credential_id: Buffer;
  readonly public_key: Buffer;
  readonly user_handle: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
}

export function createPasskeys({ db, config, cipher, log, now }: PasskeyParts): Passkeys {
  const { hostname: rpId, origin } = config.publicUrl;
  const support = config.passkeySupport;
  const expected = { expectedOrigin: origin, expectedRPID: rpId, requireUserVerification: true };

  function newChallenge(client: PasskeyClient, purpose: PasskeyPurpose, user_handle?: Buffer) {
    if (support !== 'ready') throw new AppError('passkeysOff');
    const challenge = newToken();
    const stored: z.input<typeof challengeSchema> = {
      challenge,
      purpose: describePurpose(purpose),
      expires: now().getTime() + CHALLENGE_SECONDS * 1000,
      ...(user_handle && { user_handle: user_handle.toString('base64url') }),
    };
    client.setPasskeyChallenge(cipher.encrypt(JSON.stringify(stored)), CHALLENGE_SECONDS);
    return challenge;
  }

  /** The challenge that this browser got for this purpose, once. */
  async function useChallenge(client: PasskeyClient, purpose: PasskeyPurpose) {
    if (support !== 'ready') throw new AppError('passkeysOff');
    const encrypted = client.passkeyChallenge();
    client.clearPasskeyChallenge();
    const decrypted = encrypted === undefined ? undefined : cipher.decrypt(encrypted);
    const stored = decrypted && challengeSchema.parse(JSON.parse(decrypted));
    if (!stored || stored.purpose !== describePurpose(purpose) || stored.expires <= now().getTime())
      throw new AppError('passkeyExpired');
    const nonce = `passkey ${stored.challenge}`;
    if (!(await usedNonceRepository(db).markUsed(nonce, CHALLENGE_SECONDS)))
      throw new AppError('passkeyExpired');
    return stored;
  }

  /** Runs a check of the library, which throws for all that is wrong. */
  async function verify<T extends { readonly verified: boolean }>(
    clientDataJSON: string,
    check: () => Promise<T>,
  ): Promise<T & { readonly verified: true }> {
    try {
      if (isCrossOrigin(clientDataJSON)) throw new Error('embedded in another site');
      const result = await check();
      if (!result.verified) throw new Error('wrong signature');
      return result as T & { readonly verified: true };
    } catch (error) {
      log.info({ err: error }, 'a passkey was rejected');
      throw new AppError('passkeyRejected', { address: origin });
    }
  }

  return {
    support,

    async startAssertion(client, purpose) {
      const challenge = newChallenge(client, purpose);
      const own = 'uid' in purpose ? await passkeyRepository(db).listCredentials(purpose.uid) : [];
      return {
        challenge,
        rpId,
        timeout: TIMEOUT_MS,
        userVerification: 'required',
        allowCredentials: own.map(toDescriptor),
      };
    },

    async checkAssertion(client, purpose, assertion, onFailure) {
      const { challenge } = await useChallenge(client, purpose);
      const passkeys = passkeyRepository(db);
      const found = await passkeys.findByCredential(Buffer.from(assertion.id, 'base64url'));
      if (!found || ('uid' in purpose && found.uid !== purpose.uid))
        throw new AppError('passkeyUnknown');
      const { userHandle, clientDataJSON } = assertion.response;
      try {
        const { authenticationInfo } = await verify(clientDataJSON, async () => {
          if (userHandle && userHandle !== found.user_handle.toString('base64url'))
            throw new Error('of another user');
          return (await webauthn()).verifyAuthenticationResponse({
            ...expected,
            expectedChallenge: challenge,
            response: {
              ...assertion,
              response: { ...assertion.response, userHandle: userHandle ?? '' },
            },
            // The counter is checked below, where concurrent requests cannot pass both.
            credential: {
              id: assertion.id,
              publicKey: new Uint8Array(found.public_key),
              counter: 0,
            },
          });
        });
        if (!(await passkeys.recordUse(found.id, authenticationInfo.newCounter)))
          throw new AppError('passkeyCopied');
      } catch (error) {
        onFailure?.(found.uid);
        throw error;
      }
      return { uid: found.uid };
    },

    async startCreation(client, purpose, { site, username, name }) {
      const own = await passkeyRepository(db).listCredentials(purpose.uid);
      const user_handle = own[0]?.user_handle ?? randomBytes(USER_HANDLE_BYTES);
      return {
        challenge: newChallenge(client, purpose, user_handle),
        rp: { id: rpId, name: site },
        user: {
          id: user_handle.toString('base64url'),
          name: username,
          displayName: name || username,
        },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
        timeout: TIMEOUT_MS,
        attestation: 'none',
        excludeCredentials: own.map(toDescriptor),
        authenticatorSelection: {
          residentKey: 'required',
          requireResidentKey: true,
          userVerification: 'required',
        },
      };
    },

    async checkCreation(client, purpose, attestation) {
      const { challenge, user_handle } = await useChallenge(client, purpose);
      const { transports = [], ...response } = attestation.response;
      const { registrationInfo } = await verify(response.clientDataJSON, async () => {
        const result = await (
          await webauthn()
        ).verifyRegistrationResponse({
          ...expected,
          expectedChallenge: challenge,
          response: { ...attestation, response },
          supportedAlgorithmIDs: ALGORITHMS,
        });
        return result;
      });
      const { id, publicKey, counter } = registrationInfo.credential;
      return {
        credential_id: Buffer.from(id, 'base64url'),
        public_key: Buffer.from(publicKey),
        user_handle: Buffer.from(user_handle ?? '', 'base64url'),
        counter,
        transports: [...new Set(transports)],
      };
    },
  };
}
