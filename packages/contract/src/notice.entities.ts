import { z } from 'zod';
import { bit, time } from './wire.ts';

/** The event that a notice reports; it selects text and icon. */
export const noticeKinds = [
  'itemAdded',
  'itemRemoved',
  'itemAuthority',
  'itemTransferred',
  'teamAdded',
  'teamMembersAdded',
  'teamRemoved',
  'teamTransferred',
  'pageChanged',
  'mentioned',
  'purgeTomorrow',
  'tokenEnding',
  'importDone',
  'directorySync',
  'announcement',
  'feedback',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

export const notice = z.object({
  notice_id: z.int(),
  kind: z.enum(noticeKinds),
  /** Title and content are plain text. */
  notice_title: z.string(),
  notice_content: z.string(),
  from_name: z.string(),
  /** The user who caused the notice; empty for notices of the site itself. */
  from_username: z.string(),
  notice_time: time,
  is_read: bit,
  /** The path of the screen that the notice leads to, such as a page, an item or a team; empty if there is none. */
  href: z.string(),
});
export type Notice = z.output<typeof notice>;
