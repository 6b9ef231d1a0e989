import { z } from 'zod';
import { admin, auditor } from './access.ts';
import { defineCall } from './define-call.ts';
import { language } from './entities.ts';
import {
  ADMIN_PAGE_SIZE,
  DEFAULT_INVITATION_DAYS,
  MAX_INVITATION_DAYS,
  MAX_INVITATION_USES,
} from './limits.ts';
import { AUDITOR_GROUP, USER_GROUP } from './user-group.ts';
import { emptyObject, id, integer, numeric, pageNumber, people, time } from './wire.ts';

/** An invitation never makes an administrator. */
const groupid = numeric(z.literal([USER_GROUP, AUDITOR_GROUP]));
const terms = {
  groupid: groupid.default(USER_GROUP),
  /** How long the link works. */
  days: integer(1, MAX_INVITATION_DAYS).default(DEFAULT_INVITATION_DAYS),
};

/** Why a person is left out: there is an account with this email, or an invitation that still works. */
const leftOut = z.array(z.object({ email: z.string(), reason: z.enum(['account', 'invited']) }));

export const getInvitations = defineCall({
  path: '/api/adminUser/getInvitations',
  kind: 'query',
  access: auditor,
  scope: 'admin',
  summary: 'List the invitations that were not accepted yet, newest first, also expired ones.',
  request: z.object({ page: pageNumber, count: integer(1, 100).default(ADMIN_PAGE_SIZE) }),
  response: z.object({
    invitations: z.array(
      z.object({
        invitation_id: z.int(),
        /** Empty for a link. */
        email: z.string(),
        name: z.string(),
        /** The imported account that the person logs in to; empty if the person chooses a username. */
        username: z.string(),
        groupid: z.int(),
        inviter: z.string(),
        uses: z.int(),
        max_uses: z.int(),
        addtime: time,
        /** Null until the mail was sent; also null for a link. */
        sent_time: time.nullable(),
        expire_time: time,
        /** Also when its sender is no longer an administrator. */
        is_expired: z.boolean(),
      }),
    ),
    total: z.int(),
    /** Those that can be accepted and whose people have no account yet, so that no list of users has them. */
    without_account: z.int(),
    /** Whether the site can send mails; without a mail server only links work. */
    has_mail: z.boolean(),
  }),
});

export const checkInvited = defineCall({
  path: '/api/adminUser/checkInvited',
  kind: 'query',
  access: admin,
  scope: 'admin',
  summary: 'List which of these people would be left out of an invitation, and why.',
  request: z.object({ people }),
  response: z.object({ left_out: leftOut }),
});

export const invite = defineCall({
  path: '/api/adminUser/invite',
  kind: 'command',
  audit: ['groupid', 'days'],
  access: admin,
  scope: 'admin',
  summary: 'Invite people by mail. They choose username and password themselves.',
  limit: { per: 'user', times: 60, seconds: 3600 },
  request: z.object({ people, ...terms, language: language.optional() }),
  response: z.object({ invited: z.array(z.string()), left_out: leftOut }),
});

export const createInviteLink = defineCall({
  path: '/api/adminUser/createInviteLink',
  kind: 'command',
  audit: ['groupid', 'days', 'max_uses'],
  access: admin,
  scope: 'admin',
  summary: 'Create a link with which several people can create an account.',
  limit: { per: 'user', times: 60, seconds: 3600 },
  request: z.object({ ...terms, max_uses: integer(1, MAX_INVITATION_USES) }),
  response: z.object({
    invitation_id: z.int(),
    /** Only this response contains it: the server stores its hash. */
    link: z.string(),
  }),
});

export const resendInvitation = defineCall({
  path: '/api/adminUser/resendInvitation',
  kind: 'command',
  audit: ['invitation_id'],
  access: admin,
  scope: 'admin',
  summary: 'Send the mail of an invitation again with a new link, which replaces the former one.',
  limit: { per: 'user', times: 600, seconds: 3600 },
  request: z.object({
    invitation_id: id,
    days: integer(1, MAX_INVITATION_DAYS).optional(),
  }),
  response: emptyObject,
});

export const revokeInvitation = defineCall({
  path: '/api/adminUser/revokeInvitation',
  kind: 'command',
  audit: ['invitation_id'],
  access: admin,
  scope: 'admin',
  summary: 'Revoke an invitation; its link no longer works. Accounts are not affected.',
  request: z.object({ invitation_id: id }),
  response: emptyObject,
});
