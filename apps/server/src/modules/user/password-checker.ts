import { setTimeout as sleep } from 'node:timers/promises';
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
  /**
   * Authenticates the logged-in user again; throws if that fails. `factor` requires a second factor of an account that
   * has one, else the password.
   */
  confirm(
    reauth: 'password' | 'factor',
    person: { readonly uid: number; readonly device_id: number },
    input: Readonly<Record<string, unknown>>,
    client: PasswordClient,
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
  settings: Pick<Settings, 'get'>;
  now: () => Date;
}): PasswordChecker {
  const { db, limiter, hasher, captchas, directory, settings } = parts;

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
    { uid, device_id }: { uid: number; device_id: number },
    input: Readonly<Record<string, unknown>>,
    client: PasswordClient,
  ): Promise<void> {
    const account = await userRepository(db).findCredentials(uid);
    if (
      !account?.password_hash &&
      !(await externalIdentityRepository(db).listKinds(uid)).includes('ldap')
    ) {
      // The user has no password at all, so a recent login at the provider is accepted instead.
      if (await deviceRepository(db).isRecentlyVerified(device_id)) return;
      throw new AppError('freshLoginNeeded');
    }
    const sent = input['password'];
    const password = typeof sent === 'string' ? sent : '';
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

  return {
    attempt,
    check,
    async confirm(reauth, person, input, client) {
      if (reauth === 'password' || !(await secondFactorRepository(db).hasFactor(person.uid)))
        return confirmPassword(person, input, client);
      const sent = input['factor_code'];
      if (typeof sent !== 'string' || sent === '') throw new AppError('secondFactorNeeded');
      const isCorrect = await attempt({
        kind: 'factor',
        name: String(person.uid),
        code: input['v_code'],
        client,
        verify: async () => (await useSecondFactor(parts, person.uid, sent)) !== undefined,
      });
      if (!isCorrect) throw new AppError('factorCodeWrong');
    },
  };
}
