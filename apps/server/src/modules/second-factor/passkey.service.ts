import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { MAX_PASSKEYS } from '@octavo/contract/limits';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { passkeyRepository } from '../account/passkey.repository.ts';
import { userRepository } from '../account/user.repository.ts';
import { addFactor, removeFactor } from './second-factor.service.ts';

type PasskeyCalls = Calls['passkey'];

export async function startPasskeyConfirmation({
  client,
  deps,
  viewer,
}: Ctx<PasskeyCalls['startConfirmation']['access']>) {
  const { uid, device_id } = viewer;
  const purpose = { for: 'confirm', uid, device_id } as const;
  return { options: await deps.passkeys.startAssertion(client, purpose) };
}

export async function startPasskeyCreation(ctx: Ctx<PasskeyCalls['startCreate']['access']>) {
  const { client, deps, viewer } = ctx;
  const { uid, device_id, username, name } = viewer;
  if ((await passkeyRepository(ctx.db).list(uid)).length >= MAX_PASSKEYS)
    throw new AppError('passkeysFull');
  const { site_name } = await deps.settings.get();
  const options = await deps.passkeys.startCreation(
    client,
    { for: 'create', uid, device_id },
    { site: site_name || 'Octavo', username, name },
  );
  return { options };
}

export async function createPasskey(
  ctx: Ctx<PasskeyCalls['create']['access']>,
  { name, passkey }: CallRequest<PasskeyCalls['create']>,
) {
  const { client, deps, viewer } = ctx;
  const { uid, device_id } = viewer;
  const purpose = { for: 'create', uid, device_id } as const;
  const created = await deps.passkeys.checkCreation(client, purpose, passkey);
  return ctx.transaction(async (work) => {
    await userRepository(work.db).lock(uid);
    const passkeys = passkeyRepository(work.db);
    if ((await passkeys.list(uid)).length >= MAX_PASSKEYS) throw new AppError('passkeysFull');
    const recovery_codes = await addFactor(ctx, work, 'passkey', async () => {
      if (!(await passkeys.insert({ ...created, uid, name }))) throw new AppError('passkeyExists');
      return 'passkeyOn';
    });
    return { recovery_codes };
  });
}

export async function renamePasskey(
  ctx: Ctx<PasskeyCalls['rename']['access']>,
  { name }: CallRequest<PasskeyCalls['rename']>,
) {
  await passkeyRepository(ctx.db).rename(ctx.grant, name);
  return {};
}

export async function removePasskey(ctx: Ctx<PasskeyCalls['remove']['access']>) {
  await removeFactor(ctx, 'passkeyOff', async () => {
    const name = await passkeyRepository(ctx.db).delete(ctx.grant);
    if (name === undefined) throw new AppError('notFound');
    ctx.note({ facts: { name } });
  });
  return {};
}
