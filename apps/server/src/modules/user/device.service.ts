import type { Calls } from '@octavo/contract';
import type { Ctx } from '../../http/context.ts';
import { endSessions, invalidateAccount } from '../account/end-sessions.ts';
import { deviceRepository } from '../account/device.repository.ts';

type User = Calls['user'];

export async function devices(ctx: Ctx<User['devices']['access']>) {
  const { uid, device_id } = ctx.viewer;
  const rows = await deviceRepository(ctx.db).list(uid, await ctx.deps.settings.get());
  const list = rows.map((row) => ({ ...row, is_current: row.device_id === device_id }));
  return list.toSorted((a, b) => Number(b.is_current) - Number(a.is_current));
}

export async function revokeDevice(ctx: Ctx<User['revokeDevice']['access']>) {
  await deviceRepository(ctx.db).revoke(ctx.grant);
  invalidateAccount(ctx, ctx, ctx.viewer.uid);
  return {};
}

export async function revokeOtherDevices(ctx: Ctx<User['revokeOtherDevices']['access']>) {
  await endSessions(ctx, ctx, ctx.viewer.uid);
  return {};
}
