import { z } from 'zod';
import { bit, time } from './wire.ts';

/** A person as an administrator sees them. */
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

/** An item as an administrator sees it: from outside. */
export const adminItemRow = z.object({
  item_id: z.int(),
  item_name: z.string(),
  item_domain: z.string(),
  item_type: z.int(),
  is_private: bit,
  is_archived: bit,
  /** The owner. */
  username: z.string(),
  page_count: z.int(),
  member_num: z.int(),
  addtime: time,
  /** Null for a living one; 30 days later a deleted one is gone for good. */
  del_time: time.nullable(),
});
export type AdminItemRow = z.output<typeof adminItemRow>;
