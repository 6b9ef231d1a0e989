import type { calls } from '@octavo/contract';
import type { CallInput, CallResponse } from '@octavo/contract/define-call';
import type { PasskeySupport } from '@octavo/contract/passkey.entities';

type AssertionOptions = CallResponse<typeof calls.passkey.startLogin>['options'];
type CreationOptions = CallResponse<typeof calls.passkey.startCreate>['options'];
type Assertion = CallInput<typeof calls.passkey.login>['passkey'];
type Attestation = CallInput<typeof calls.passkey.create>['passkey'];

type Reason = 'cancelled' | 'timedOut' | 'notThisSite' | 'exists' | 'unsupported' | 'failed';

/** The browser did not return a passkey; `passkey.<reason>` says what to do. */
export class PasskeyError extends Error {
  override readonly name = 'PasskeyError';
  readonly reason: Reason;

  constructor(reason: Reason, cause: unknown) {
    super(`passkey: ${reason}`, { cause });
    this.reason = reason;
  }
}

/** Browsers offer passkeys on trusted connections only, and not for IP addresses. */
export function canUsePasskeys(): boolean {
  const isAddress = /^[\d.]+$|^\[/.test(location.hostname);
  return window.isSecureContext && 'PublicKeyCredential' in window && !isAddress;
}

/** Why passkeys are not offered here; `passkey.<obstacle>` says it. */
export function passkeyObstacle(
  support: PasskeySupport,
): Exclude<PasskeySupport, 'ready'> | 'noBrowser' | undefined {
  if (support !== 'ready') return support;
  return canUsePasskeys() ? undefined : 'noBrowser';
}

/** Answers of the browser that come this late are timeouts; it gives cancelled requests the same name. */
const TIMEOUT_TOLERANCE_MS = 1000;

const REASONS: Readonly<Record<string, Reason>> = {
  ERROR_CEREMONY_ABORTED: 'cancelled',
  ERROR_INVALID_DOMAIN: 'notThisSite',
  ERROR_INVALID_RP_ID: 'notThisSite',
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: 'exists',
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT: 'unsupported',
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT: 'unsupported',
  ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG: 'unsupported',
};

function reasonOf(error: unknown, isLate: boolean): Reason {
  const { code = '', name } = error as { code?: string; name?: string };
  if (name === 'NotAllowedError') return isLate ? 'timedOut' : 'cancelled';
  return REASONS[code] ?? 'failed';
}

type Browser = typeof import('@simplewebauthn/browser');

/** The library is loaded at the first use. */
async function ask<T>(timeout: number, prompt: (browser: Browser) => Promise<unknown>): Promise<T> {
  const browser = await import('@simplewebauthn/browser');
  const start = performance.now();
  try {
    return (await prompt(browser)) as T;
  } catch (error) {
    const isLate = performance.now() - start >= timeout - TIMEOUT_TOLERANCE_MS;
    throw new PasskeyError(reasonOf(error, isLate), error);
  }
}

/** The browser asks the user for a passkey, which signs the challenge. */
export const getPasskey = (options: AssertionOptions): Promise<Assertion> =>
  ask(options.timeout, (browser) => browser.startAuthentication({ optionsJSON: options as never }));

/** Closes the prompt of the browser, which has not answered yet. */
export async function cancelPrompt(): Promise<void> {
  const { WebAuthnAbortService } = await import('@simplewebauthn/browser');
  WebAuthnAbortService.cancelCeremony();
}

/** The browser asks the user to create a passkey on this device or a security key. */
export const createPasskey = (options: CreationOptions): Promise<Attestation> =>
  ask(options.timeout, (browser) => browser.startRegistration({ optionsJSON: options as never }));
