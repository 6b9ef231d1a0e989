import { z } from 'zod';
import { bit, time } from './wire.ts';

/** What a notice tells; it chooses its words and its picture. */
export const noticeKinds = [
  'itemAdded',
  'itemRemoved',
  'itemAuthority',
  'itemTransferred',
  'teamAdded',
  'teamRemoved',
  'teamTransferred',
  'pageChanged',
  'purgeTomorrow',
  'importDone',
  'announcement',
  'feedback',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

export const notice = z.object({
  notice_id: z.int(),
  kind: z.enum(noticeKinds),
  /** Plain text, both. */
  notice_title: z.string(),
  notice_content: z.string(),
  from_name: z.string(),
  /** Empty for what the site itself tells. */
  from_username: z.string(),
  notice_time: time,
  is_read: bit,
  /** The address of what it is about; empty when there is none. */
  href: z.string(),
});
export type Notice = z.output<typeof notice>;
