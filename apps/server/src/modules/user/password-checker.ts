import { setTimeout as sleep } from 'node:timers/promises';
import type { ConfirmationMethod, ConfirmationNeeded } from '@octavo/contract/confirmation';
import type { Call } from '@octavo/contract/define-call';
import { CONFIRMATION_MINUTES } from '@octavo/contract/limits';
import { passkeyAssertion } from '@octavo/contract/passkey.entities';
import type { Account } from '../../access/viewer.ts';
import { FAILURES_BEFORE_WAIT } from '@octavo/contract/setting-limits';
import { AppError } from '../../app-error.ts';
import { addressBlock } from '../../realtime/address-block.ts';
import type { Limiter } from '../../realtime/limiter.ts';
import type { Captchas } from '../captcha/captcha.ts';
import type { LdapLogin } from '../ext-login/ldap-login.ts';
import type { Settings } from '../setting/settings.ts';
import type { Hasher } from './hasher.ts';
import type { Connection } from '../../db/connect.ts';
import { userRepository } from '../account/user.repository.ts';
import { externalIdentityRepository } from '../ext-login/external-identity.repository.ts';
import { deviceRepository } from '../account/device.repository.ts';
import { secondFactorRepository } from '../account/second-factor.repository.ts';
import { useSecondFactor } from '../account/second-factor-code.ts';
import type { PasskeyClient, Passkeys } from '../second-factor/passkeys.ts';
import type { Cipher } from '../../secrets.ts';

const DAY = 24 * 3600;
const HOUR = 3600;
const NAME_FAILURE_LIMIT = 5;
const ADDRESS_FAILURE_LIMIT = 100;
const DELAY_AFTER_FAILURES = 10;
const MAX_DELAY_MS = 2000;

/** The client address and the captcha of a password attempt. */
interface PasswordClient {
  readonly address: string;
  captchaCookie(form: 'login'): string | undefined;
}

type ConfirmingClient = PasswordClient & PasskeyClient;
type Session = Pick<Account, 'uid' | 'device_id' | 'device_kind'>;

interface Attempt {
  /** Failures are counted per name of this kind, and per address. */
  readonly kind: 'name' | 'factor';
  readonly name: string;
  /** The captcha, if one is required. */
  readonly code: unknown;
  readonly client: PasswordClient;
  verify(): Promise<boolean>;
  /** Called for each failure that is counted. */
  readonly onFailure?: () => void;
}

export interface PasswordChecker {
  /** True when `verify` is; otherwise counts the failure and may require a captcha. */
  attempt(attempt: Attempt): Promise<boolean>;
  /** True when the password is right; limited like every attempt. */
  check(
    attempt: Omit<Attempt, 'kind' | 'verify'> & {
      readonly hashed: string | null | undefined;
      readonly password: string;
      /** Called when the password does not match the local hash. */
      fallback?: () => Promise<boolean>;
    },
  ): Promise<boolean>;
  /** Makes sure that it is the logged-in user who sends the call, as the call declares in `reauth`; else throws. */
  confirm(
    call: Pick<Call, 'reauth' | 'scope' | 'ownPasswordField'>,
    session: Session,
    input: Readonly<Record<string, unknown>>,
    client: ConfirmingClient,
  ): Promise<void>;
}

/**
 * Failures slow logins down but never lock an account, so that an attacker cannot lock a user out. A captcha is required
 * after five failures for a name or a hundred from an address. If the site says so, an address waits after failures in
 * a row for one name, and only this address.
 */
export function createPasswordChecker(parts: {
  db: Connection;
  limiter: Limiter;
  hasher: Hasher;
  captchas: Captchas;
  directory: Pick<LdapLogin, 'confirm'>;
  factorCipher: Cipher;
  passkeys: Passkeys;
  settings: Pick<Settings, 'get'>;
  now: () => Date;
}): PasswordChecker {
  const { db, limiter, hasher, captchas, directory, passkeys, settings } = parts;

  async function assertNoWait(key: string): Promise<void> {
    const { login_wait_minutes: minutes } = await settings.get();
    if (minutes > 0 && (await limiter.count(`login:wait:${key}`)) > 0)
      throw new AppError('waitAfterFailures', { minutes });
  }

  /** Counts failures in a row, of one name from one address; the last one begins the wait. */
  async function countFailureInRow(key: string): Promise<void> {
    const { login_wait_minutes: minutes } = await settings.get();
    if (minutes === 0) return;
    if ((await limiter.hit(`login:row:${key}`, DAY)) < FAILURES_BEFORE_WAIT) return;
    await limiter.reset(`login:row:${key}`);
    await limiter.hit(`login:wait:${key}`, minutes * 60);
    throw new AppError('waitAfterFailures', { minutes });
  }

  const attempt: PasswordChecker['attempt'] = async (tried) => {
    const { kind, name, code, client, verify, onFailure } = tried;
    const nameKey = `login:${kind}:${name}`;
    const block = addressBlock(client.address);
    const addressKey = `login:address:${block}`;
    const rowKey = `${kind}:${name}:${block}`;
    await assertNoWait(rowKey);
    const failures = await limiter.count(nameKey);
    const needsCaptcha =
      failures >= NAME_FAILURE_LIMIT || (await limiter.count(addressKey)) >= ADDRESS_FAILURE_LIMIT;
    if (needsCaptcha && !(await captchas.verify('login', client.captchaCookie('login'), code)))
      throw new AppError('captchaWrong');
    if (failures >= DELAY_AFTER_FAILURES)
      await sleep(Math.min((failures - DELAY_AFTER_FAILURES + 1) * 100, MAX_DELAY_MS));
    if (await verify()) {
      await limiter.reset(nameKey);
      await limiter.reset(`login:row:${rowKey}`);
      return true;
    }
    onFailure?.();
    const nameFailures = await limiter.hit(nameKey, DAY);
    const addressFailures = await limiter.hit(addressKey, HOUR);
    await countFailureInRow(rowKey);
    if (nameFailures >= NAME_FAILURE_LIMIT || addressFailures >= ADDRESS_FAILURE_LIMIT)
      throw new AppError('captchaNeeded');
    return false;
  };

  const check: PasswordChecker['check'] = ({ hashed, password, fallback, ...tried }) =>
    attempt({
      ...tried,
      kind: 'name',
      verify: async () =>
        (await hasher.verify(hashed, password)) || ((await fallback?.()) ?? false),
    });

  async function confirmPassword(
    uid: number,
    password: string,
    input: Readonly<Record<string, unknown>>,
    client: PasswordClient,
  ): Promise<void> {
    const account = await userRepository(db).findCredentials(uid);
    const isCorrect = await check({
      name: account?.username_key ?? String(uid),
      hashed: account?.password_hash,
      password,
      code: input['v_code'],
      client,
      ...(!account?.password_hash && {
        fallback: () => directory.confirm(uid, account?.username ?? '', password),
      }),
    });
    if (!isCorrect) throw new AppError('wrongPassword');
  }

  async function confirmCode(
    uid: number,
    code: string,
    input: Readonly<Record<string, unknown>>,
    client: PasswordClient,
  ): Promise<void> {
    const isCorrect = await attempt({
      kind: 'factor',
      name: String(uid),
      code: input['v_code'],
      client,
      verify: async () => (await useSecondFactor(parts, uid, code)) !== undefined,
    });
    if (!isCorrect) throw new AppError('factorCodeWrong');
  }

  /** How the user can confirm a call, the best way first. */
  async function listMethods(
    uid: number,
    reauth: Call['reauth'],
  ): Promise<readonly ConfirmationMethod[]> {
    const account = await userRepository(db).findCredentials(uid);
    const hasPassword =
      Boolean(account?.password_hash) ||
      (await externalIdentityRepository(db).listKinds(uid)).includes('ldap');
    const factors = await secondFactorRepository(db).listFactors(uid);
    const hasFactor = factors.totp || factors.passkey;
    const methods: ConfirmationMethod[] = [];
    if (reauth !== 'password' && factors.passkey && passkeys.support === 'ready')
      methods.push('passkey');
    // Recovery codes are accepted too, also if the only factor is a passkey.
    if (reauth !== 'password' && hasFactor) methods.push('code');
    if (hasPassword && !(reauth === 'factor' && hasFactor)) methods.push('password');
    return methods.length > 0 ? methods : ['login'];
  }

  return {
    attempt,
    check,
    async confirm(
      { reauth, scope, ownPasswordField = 'password' },
      { uid, device_id, device_kind },
      input,
      client,
    ) {
      // A script has shown its password or its token with this very request, and cannot answer a dialog.
      if (scope !== 'none' && device_kind === 'token') return;
      const devices = deviceRepository(db);
      const methods = await listMethods(uid, reauth);
      const passkey = passkeyAssertion.optional().parse(input['passkey']);
      const code = sentText(input, 'factor_code');
      const password = sentText(input, ownPasswordField);
      if (passkey && methods.includes('passkey'))
        await passkeys.checkAssertion(client, { for: 'confirm', uid, device_id }, passkey);
      else if (code && methods.includes('code')) await confirmCode(uid, code, input, client);
      else if (password && methods.includes('password'))
        await confirmPassword(uid, password, input, client);
      else if (reauth === 'recent' && (await devices.isRecentlyConfirmed(device_id))) return;
      else if (methods.includes('login')) {
        if (!(await devices.isRecentlyVerified(device_id)))
          throw new AppError('freshLoginNeeded', undefined, needed(methods, reauth));
        // The login is valid for its own time only.
        if (reauth === 'recent') return;
      } else
        throw new AppError(
          methods.includes('password') ? 'confirmationNeeded' : 'secondFactorNeeded',
          undefined,
          needed(methods, reauth),
        );
      await devices.setConfirmed(device_id);
    },
  };
}

/** An empty field of a form counts as absent. */
function sentText(input: Readonly<Record<string, unknown>>, field: string): string | undefined {
  const value = input[field];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

const needed = (
  methods: readonly ConfirmationMethod[],
  reauth: Call['reauth'],
): ConfirmationNeeded => ({
  methods,
  minutes: reauth === 'recent' ? CONFIRMATION_MINUTES : 0,
});
