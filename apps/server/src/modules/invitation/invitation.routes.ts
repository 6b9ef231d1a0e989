import type { Calls } from '@octavo/contract';
import type { Handlers } from '../../http/context.ts';
import { acceptInvitation, findInvitation } from './accept-invitation.service.ts';
import {
  checkInvited,
  createInviteLink,
  getInvitations,
  invite,
  resendInvitation,
  revokeInvitation,
} from './invitation.service.ts';

type InvitationCalls = Pick<Calls['user'], 'invitation' | 'acceptInvitation'>;
type AdminInvitationCalls = Pick<
  Calls['adminUser'],
  | 'getInvitations'
  | 'checkInvited'
  | 'invite'
  | 'createInviteLink'
  | 'resendInvitation'
  | 'revokeInvitation'
>;

export const invitationRoutes: Handlers<InvitationCalls> = {
  invitation: findInvitation,
  acceptInvitation,
};

export const adminInvitationRoutes: Handlers<AdminInvitationCalls> = {
  getInvitations,
  checkInvited,
  invite,
  createInviteLink,
  resendInvitation,
  revokeInvitation,
};
