import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../app-error.ts';
import type { Repositories } from '../../db/repositories.ts';
import { addressBlock } from '../../live/address-block.ts';
import type { Limiter } from '../../live/limiter.ts';
import type { Captchas } from '../captcha/captcha.ts';
import type { DirectoryLogin } from '../ext-login/directory-login.ts';
import type { Hasher } from './hasher.ts';

const DAY = 24 * 3600;
const HOUR = 3600;
const NAME_FAILURES = 5;
const ADDRESS_FAILURES = 100;
const SLOW_FROM = 10;
const MOST_DELAY_MS = 2000;

/** The client address and the captcha of a password attempt. */
interface Guesser {
  readonly address: string;
  captchaCookie(form: 'login'): string | undefined;
}

export interface Passwords {
  /** True when the password is right; otherwise counts the failure and may require a captcha. */
  check(guess: {
    name: string;
    hashed: string | null | undefined;
    password: string;
    code: unknown;
    from: Guesser;
    /** Called when the password does not match the local hash. */
    otherwise?: () => Promise<boolean>;
    /** Called for each failure that is counted. */
    onWrong?: () => void;
  }): Promise<boolean>;
  /** Verifies the password of the logged-in user again; throws when it is wrong. */
  confirm(
    person: { readonly uid: number; readonly device_id: number },
    input: Readonly<Record<string, unknown>>,
    from: Guesser,
  ): Promise<void>;
}

/**
 * Failures slow logins down but never lock an account, so that an attacker cannot lock a user out. A captcha is required
 * after five failures for a name or a hundred from an address.
 */
export function createPasswords(parts: {
  repos: Repositories;
  limiter: Limiter;
  hasher: Hasher;
  captchas: Captchas;
  directory: Pick<DirectoryLogin, 'confirm'>;
}): Passwords {
  const { repos, limiter, hasher, captchas, directory } = parts;

  const check: Passwords['check'] = async (guess) => {
    const { name, hashed, password, code, from, otherwise, onWrong } = guess;
    const nameKey = `login:name:${name}`;
    const addressKey = `login:address:${addressBlock(from.address)}`;
    const failures = await limiter.count(nameKey);
    const guarded =
      failures >= NAME_FAILURES || (await limiter.count(addressKey)) >= ADDRESS_FAILURES;
    if (guarded && !(await captchas.solve('login', from.captchaCookie('login'), code)))
      throw new AppError('captchaWrong');
    if (failures >= SLOW_FROM)
      await sleep(Math.min((failures - SLOW_FROM + 1) * 100, MOST_DELAY_MS));
    if ((await hasher.verify(hashed, password)) || (await otherwise?.())) {
      await limiter.reset(nameKey);
      return true;
    }
    onWrong?.();
    const counted = await limiter.hit(nameKey, DAY);
    const fromAddress = await limiter.hit(addressKey, HOUR);
    if (counted >= NAME_FAILURES || fromAddress >= ADDRESS_FAILURES)
      throw new AppError('captchaNeeded');
    return false;
  };

  return {
    check,
    async confirm({ uid, device_id }, input, from) {
      const account = await repos.users.findCredentials(uid);
      if (!account?.password_hash && !(await repos.outsideLogins.kinds(uid)).includes('ldap')) {
        // The user has no password at all, so a recent login at the provider is accepted instead.
        if (await repos.devices.isProved(device_id)) return;
        throw new AppError('freshLoginNeeded');
      }
      const password = String(input['password']);
      const right = await check({
        name: account?.username_key ?? String(uid),
        hashed: account?.password_hash,
        password,
        code: input['v_code'],
        from,
        ...(!account?.password_hash && {
          otherwise: () => directory.confirm(uid, account?.username ?? '', password),
        }),
      });
      if (!right) throw new AppError('wrongPassword');
    },
  };
}
