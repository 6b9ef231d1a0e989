import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { calls } from '@octavo/contract';
import type { CallInput, CallResponse } from '@octavo/contract/define-call';
import { passkeyRepository } from '../../src/modules/account/passkey.repository.ts';
import type { TestClient } from './client.ts';
import { uniqueName } from './factories.ts';
import type { TestSite } from './site.ts';

type AssertionOptions = CallResponse<typeof calls.passkey.startLogin>['options'];
type CreationOptions = CallResponse<typeof calls.passkey.startCreate>['options'];
type Assertion = CallInput<typeof calls.passkey.login>['passkey'];

const [USER_PRESENT, USER_VERIFIED, HAS_CREDENTIAL] = [0x01, 0x04, 0x40];

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();

/** CBOR (RFC 8949) of lengths below 65,536. */
function cborHead(type: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(type << 5) | length]);
  if (length < 256) return Buffer.from([(type << 5) | 24, length]);
  return Buffer.from([(type << 5) | 25, length >> 8, length & 255]);
}
const cborBytes = (bytes: Buffer) => Buffer.concat([cborHead(2, bytes.length), bytes]);
const cborText = (text: string) => Buffer.concat([cborHead(3, text.length), Buffer.from(text)]);
const cborNumber = (value: number) => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value));
const cborMap = (...pairs: readonly [Buffer, Buffer][]) =>
  Buffer.concat([cborHead(5, pairs.length), ...pairs.flat()]);

/** What a test changes about a response. */
interface Defects {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly crossOrigin?: boolean;
  readonly isVerified?: boolean;
  readonly userHandle?: string;
  readonly credentialId?: string;
  readonly counter?: number;
}

/** Does what a browser with a device does that has one passkey: creates it and signs with it (ES256). */
export class Authenticator {
  readonly #site: string;
  readonly #key: { readonly publicKey: KeyObject; readonly privateKey: KeyObject };
  readonly #id = randomBytes(32);
  #userHandle = randomBytes(32).toString('base64url');
  /** Most devices always send 0. */
  counter = 0;

  constructor(origin: string) {
    this.#site = origin;
    this.#key = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  }

  get id(): string {
    return this.#id.toString('base64url');
  }

  #clientData(type: string, challenge: string, defects: Defects): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: defects.type ?? type,
        challenge: defects.challenge ?? challenge,
        origin: defects.origin ?? this.#site,
        crossOrigin: defects.crossOrigin ?? false,
      }),
    );
  }

  #authenticatorData(rpId: string, flags: number, defects: Defects): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(defects.counter ?? this.counter);
    const verified = defects.isVerified === false ? 0 : USER_VERIFIED;
    return Buffer.concat([
      sha256(defects.rpId ?? rpId),
      Buffer.from([USER_PRESENT | verified | flags]),
      counter,
    ]);
  }

  /** The public key in COSE (RFC 9053). */
  #cosePublicKey(): Buffer {
    const { x = '', y = '' } = this.#key.publicKey.export({ format: 'jwk' });
    return cborMap(
      [cborNumber(1), cborNumber(2)],
      [cborNumber(3), cborNumber(-7)],
      [cborNumber(-1), cborNumber(1)],
      [cborNumber(-2), cborBytes(Buffer.from(x, 'base64url'))],
      [cborNumber(-3), cborBytes(Buffer.from(y, 'base64url'))],
    );
  }

  create(options: CreationOptions, defects: Defects = {}) {
    this.#userHandle = options.user.id;
    const authData = Buffer.concat([
      this.#authenticatorData(options.rp.id, HAS_CREDENTIAL, defects),
      Buffer.alloc(16),
      Buffer.from([0, this.#id.length]),
      this.#id,
      this.#cosePublicKey(),
    ]);
    const attestation = cborMap(
      [cborText('fmt'), cborText('none')],
      [cborText('attStmt'), cborMap()],
      [cborText('authData'), cborBytes(authData)],
    );
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key' as const,
      clientExtensionResults: {},
      response: {
        clientDataJSON: this.#clientData('webauthn.create', options.challenge, defects).toString(
          'base64url',
        ),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  sign(options: AssertionOptions, defects: Defects = {}): Assertion {
    const id = defects.credentialId ?? this.id;
    const clientData = this.#clientData('webauthn.get', options.challenge, defects);
    const authData = this.#authenticatorData(options.rpId, 0, defects);
    const signature = sign(
      'sha256',
      Buffer.concat([authData, sha256(clientData)]),
      this.#key.privateKey,
    );
    return {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: defects.userHandle ?? this.#userHandle,
      },
    };
  }

  /** Stores this passkey for the user, without a request. */
  async store(site: TestSite, uid: number): Promise<this> {
    const user_handle = randomBytes(32);
    this.#userHandle = user_handle.toString('base64url');
    await passkeyRepository(site.deps.db).insert({
      uid,
      credential_id: this.#id,
      public_key: this.#cosePublicKey(),
      user_handle,
      counter: this.counter,
      transports: ['internal'],
      name: uniqueName('device'),
    });
    return this;
  }
}

/** Gives the account a passkey, without a request. */
export const addPasskey = (site: TestSite, uid: number) =>
  new Authenticator(site.deps.config.publicUrl.origin).store(site, uid);

/** Signs the challenge for a confirmation of an action. */
export async function confirmationOf(client: TestClient, device: Authenticator) {
  const { options } = await client.callOk(calls.passkey.startConfirmation, {});
  return device.sign(options);
}
