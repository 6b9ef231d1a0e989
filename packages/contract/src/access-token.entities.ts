import { z } from 'zod';
import { tokenScopes } from './token-scope.ts';
import { time } from './wire.ts';

/** A personal access token without its secret. */
export const accessToken = z.object({
  id: z.int(),
  name: z.string(),
  /** The first characters of the token. */
  prefix: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  /** Null: all items of its user. Items that the user can no longer view are only counted. */
  items: z
    .object({
      total: z.int(),
      list: z.array(z.object({ item_id: z.int(), item_name: z.string() })),
    })
    .nullable(),
  /** The address or network from which it works; empty: every address. */
  network: z.string(),
  addtime: time,
  expire_time: time,
  is_expired: z.boolean(),
  last_used_time: time.nullable(),
  /** The IP address of the last use; empty if there was none. */
  last_address: z.string(),
});
export type AccessToken = z.output<typeof accessToken>;
