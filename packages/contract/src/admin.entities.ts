import { z } from 'zod';
import { bit, time } from './wire.ts';

/** A user as listed in the console. */
export const adminUserRow = z.object({
  uid: z.int(),
  username: z.string(),
  name: z.string(),
  email: z.string(),
  email_verify: z.int(),
  groupid: z.int(),
  reg_time: time,
  last_login_time: time.nullable(),
  is_disabled: bit,
});
export type AdminUserRow = z.output<typeof adminUserRow>;

/** An item as listed in the console, without its content. */
export const adminItemRow = z.object({
  item_id: z.int(),
  item_name: z.string(),
  item_domain: z.string(),
  item_type: z.int(),
  is_private: bit,
  is_archived: bit,
  /** The owner's username. */
  username: z.string(),
  page_count: z.int(),
  member_num: z.int(),
  addtime: time,
  /** Null unless the item is deleted; a deleted item is removed permanently after 30 days. */
  del_time: time.nullable(),
});
export type AdminItemRow = z.output<typeof adminItemRow>;
