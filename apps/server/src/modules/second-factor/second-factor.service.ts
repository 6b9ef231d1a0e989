import { toDataURL } from 'qrcode';
import type { Calls } from '@octavo/contract';
import type { user } from '@octavo/contract/access';
import type { CallRequest } from '@octavo/contract/define-call';
import { requiredFrom } from '../../access/required-second-factor.ts';
import { AppError } from '../../app-error.ts';
import type { Connection } from '../../db/connect.ts';
import type { Ctx, UnitOfWork } from '../../http/context.ts';
import { deviceRepository } from '../account/device.repository.ts';
import { endSessions, invalidateAccount } from '../account/end-sessions.ts';
import {
  findStep,
  hashRecoveryCode,
  newRecoveryCodes,
  newTotpSecret,
  totpUri,
} from '../account/second-factor-code.ts';
import { passkeyRepository } from '../account/passkey.repository.ts';
import { secondFactorRepository } from '../account/second-factor.repository.ts';
import type { SecondFactor } from '../account/second-factor.repository.ts';
import { userRepository } from '../account/user.repository.ts';
import { sendSecondFactorMail } from './second-factor-mail.jobs.ts';
import type { FactorChange } from './second-factor-mail.jobs.ts';

type SecondFactorCalls = Calls['secondFactor'];

type PasskeyRow = Awaited<ReturnType<ReturnType<typeof passkeyRepository>['list']>>[number];

/** A passkey that only plugs in or is held to a reader is a security key; all others belong to a device or an account. */
function toPasskey({ transports, ...passkey }: PasskeyRow) {
  const isSynced = transports.some((each) => each === 'internal' || each === 'hybrid');
  return { ...passkey, is_security_key: transports.length > 0 && !isSynced };
}

export async function listSecondFactors(db: Connection, uid: number) {
  const factors = secondFactorRepository(db);
  const totp = await factors.findTotp(uid);
  return {
    passkeys: (await passkeyRepository(db).list(uid)).map(toPasskey),
    totp: totp?.confirmed_time
      ? { confirmed_time: totp.confirmed_time, last_used_time: totp.last_used_time }
      : null,
    recovery: await factors.countRecoveryCodes(uid),
  };
}

export async function secondFactorStatus(ctx: Ctx<SecondFactorCalls['status']['access']>) {
  return {
    ...(await listSecondFactors(ctx.db, ctx.viewer.uid)),
    passkey_support: ctx.deps.passkeys.support,
    required_from: requiredFrom(ctx.viewer, await ctx.deps.settings.get()) ?? null,
  };
}

/** The current secret stays valid until a code has confirmed the new one. */
export async function startTotp(ctx: Ctx<SecondFactorCalls['startTotp']['access']>) {
  const { uid, username } = ctx.viewer;
  const secret = newTotpSecret();
  await secondFactorRepository(ctx.db).saveNewSecret(uid, ctx.deps.factorCipher.encrypt(secret));
  const { site_name } = await ctx.deps.settings.get();
  const uri = totpUri(secret, site_name || 'Octavo', username);
  return { secret, uri, qr: await toDataURL(uri, { margin: 1, width: 240 }) };
}

async function replaceRecoveryCodes(work: UnitOfWork, uid: number): Promise<string[]> {
  const codes = newRecoveryCodes();
  const factors = secondFactorRepository(work.db);
  await factors.deleteRecoveryCodes(uid);
  await factors.insertRecoveryCodes(uid, codes.map(hashRecoveryCode));
  return codes;
}

export async function confirmTotp(
  ctx: Ctx<SecondFactorCalls['confirmTotp']['access']>,
  { factor_code }: CallRequest<SecondFactorCalls['confirmTotp']>,
) {
  const { uid } = ctx.viewer;
  const { deps } = ctx;
  const encrypted = await secondFactorRepository(ctx.db).findNewSecret(uid);
  const secret = encrypted === undefined ? undefined : deps.factorCipher.decrypt(encrypted);
  if (encrypted === undefined || secret === undefined) throw new AppError('attemptEnded');
  const step = findStep(secret, factor_code.replaceAll(' ', ''), deps.now());
  if (step === undefined) throw new AppError('factorCodeWrong');
  return ctx.transaction(async (work) => {
    await userRepository(work.db).lock(uid);
    const factors = secondFactorRepository(work.db);
    const recovery_codes = await addFactor(ctx, work, 'totp', async () => {
      const isMove = (await factors.findTotp(uid)) !== undefined;
      if (!(await factors.confirmNewSecret(uid, encrypted, step)))
        throw new AppError('attemptEnded');
      ctx.note({
        as: isMove ? 'secondFactor.replaceTotp' : 'secondFactor.addTotp',
        replaced: ['totp'],
      });
      return isMove ? 'totpMoved' : 'totpOn';
    });
    return { recovery_codes };
  });
}

/**
 * Adds a second factor, of which `add` returns the change for the mail. Returns new recovery codes if the user has none
 * left. The caller has locked the user.
 */
export async function addFactor(
  ctx: Pick<Ctx<typeof user>, 'deps' | 'viewer'>,
  work: UnitOfWork,
  factor: SecondFactor,
  add: () => Promise<FactorChange>,
): Promise<string[]> {
  const { uid, device_id } = ctx.viewer;
  const factors = secondFactorRepository(work.db);
  const hadFactor = await factors.hasFactor(uid);
  const change = await add();
  await deviceRepository(work.db).setSecondFactor(device_id, factor);
  // The other sessions were started without a second factor.
  if (hadFactor) invalidateAccount(work, ctx, uid);
  else await endSessions(work, ctx, uid);
  await work.enqueue(sendSecondFactorMail, { uid, change });
  const { left } = await factors.countRecoveryCodes(uid);
  return left > 0 ? [] : await replaceRecoveryCodes(work, uid);
}

/** Removes a second factor, but not the last one while one is required. */
export async function removeFactor(
  ctx: Pick<Ctx<typeof user>, 'db' | 'deps' | 'viewer' | 'enqueue' | 'afterCommit'>,
  change: FactorChange,
  remove: () => Promise<void>,
): Promise<void> {
  const { uid } = ctx.viewer;
  await userRepository(ctx.db).lock(uid);
  await remove();
  if (!(await secondFactorRepository(ctx.db).hasFactor(uid))) {
    if (requiredFrom(ctx.viewer, await ctx.deps.settings.get()))
      throw new AppError('lastSecondFactor');
    await deleteSecondFactors(ctx, uid);
  }
  invalidateAccount(ctx, ctx, uid);
  await ctx.enqueue(sendSecondFactorMail, { uid, change });
}

/** Removes all second factors. Sessions that have passed one must pass a new one once it is required. */
export async function deleteSecondFactors(
  work: Pick<UnitOfWork, 'db'>,
  uid: number,
): Promise<void> {
  const factors = secondFactorRepository(work.db);
  await factors.deleteTotp(uid);
  await passkeyRepository(work.db).deleteAll(uid);
  await factors.deleteRecoveryCodes(uid);
  await deviceRepository(work.db).clearSecondFactor(uid);
}

export async function removeTotp(ctx: Ctx<SecondFactorCalls['removeTotp']['access']>) {
  const { uid } = ctx.viewer;
  await removeFactor(ctx, 'totpOff', async () => {
    const factors = secondFactorRepository(ctx.db);
    if (!(await factors.findTotp(uid))) throw new AppError('notFound');
    await factors.deleteTotp(uid);
    ctx.note({ was: { has_totp: true }, facts: { has_totp: false } });
  });
  return {};
}

export async function createRecoveryCodes(
  ctx: Ctx<SecondFactorCalls['createRecoveryCodes']['access']>,
) {
  const { uid } = ctx.viewer;
  await userRepository(ctx.db).lock(uid);
  if (!(await secondFactorRepository(ctx.db).hasFactor(uid))) throw new AppError('notFound');
  ctx.note({ replaced: ['recovery_codes'] });
  await ctx.enqueue(sendSecondFactorMail, { uid, change: 'newCodes' });
  return { recovery_codes: await replaceRecoveryCodes(ctx, uid) };
}
