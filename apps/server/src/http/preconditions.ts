import { confirmationWithoutPassword } from '@octavo/contract/confirmation';
import type { Call } from '@octavo/contract/define-call';
import { mayReadConsole } from '@octavo/contract/user-group';
import type { Viewer } from '../access/viewer.ts';
import { AppError } from '../app-error.ts';
import type { Deps } from '../deps.ts';
import { addressBlock } from '../realtime/address-block.ts';
import type { Fields } from './bodies.ts';
import type { Client } from './context.ts';

/** Preconditions that a call declares in addition to its access: user, rate limit, captcha and confirmation. */

/** Rejects the request of a screen whose browser has logged in another user. */
export function checkUser({ userField }: Call, viewer: Viewer, input: Fields): void {
  const uid = userField && input[userField];
  if (uid !== undefined && viewer.kind === 'user' && uid !== viewer.uid)
    throw new AppError('loginNeeded');
}

export async function checkLimit(
  { path, limit }: Call,
  { viewer, tokenItem }: { readonly viewer: Viewer; readonly tokenItem?: number },
  client: Client,
  { limiter }: Deps,
): Promise<void> {
  if (!limit) return;
  const limitKey =
    limit.per === 'item'
      ? tokenItem
      : limit.per === 'user' && viewer.kind === 'user'
        ? viewer.uid
        : addressBlock(client.address);
  if ((await limiter.hit(`${path}:${limitKey}`, limit.seconds)) > limit.times)
    throw new AppError('tooManyRequests');
}

export async function checkCaptcha(
  { captcha }: Call,
  input: Fields,
  client: Client,
  { captchas }: Deps,
): Promise<void> {
  if (captcha && !(await captchas.verify(captcha, client.captchaCookie(captcha), input['v_code'])))
    throw new AppError('captchaWrong');
}

/** The rest of the request: no handler gets, and no setting stores, what confirms the caller. */
function withoutConfirmation({ ownPasswordField = 'password' }: Call, input: Fields): Fields {
  return Object.fromEntries(
    Object.entries(input).filter(
      ([name]) => name !== ownPasswordField && !(name in confirmationWithoutPassword),
    ),
  );
}

/** Returns the request for the handler. */
export async function checkConfirmation(
  call: Call,
  viewer: Viewer,
  input: Fields,
  client: Client,
  { bus, passwords }: Deps,
): Promise<Fields> {
  if (!call.reauth || viewer.kind !== 'user') return input;
  const isOfConsole = call.access.who === 'admin' || call.access.who === 'auditor';
  const reauth = isOfConsole && viewer.must_confirm ? 'factor' : call.reauth;
  await passwords.confirm({ ...call, reauth }, viewer, input, client);
  // Every process counts the time of the console from this confirmation.
  if (mayReadConsole(viewer.groupid)) bus.publish('account', String(viewer.uid));
  return withoutConfirmation(call, input);
}
