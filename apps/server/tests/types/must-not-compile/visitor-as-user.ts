import type { Calls } from '@octavo/contract';
import type { Ctx } from '../../../src/http/context.ts';

export function visitorUid(ctx: Ctx<Calls['user']['login']['access']>): number {
  return ctx.viewer.uid;
}
