import type { Calls } from '@octavo/contract';
import { mustSetUpSecondFactor } from '../../access/required-second-factor.ts';
import type { Handlers } from '../../http/context.ts';
import { devices, revokeDevice, revokeOtherDevices } from './device.service.ts';
import { allUser } from './directory.service.ts';
import { sendVerifyEmail, updateEmail, verifyEmail } from './email.service.ts';
import { login, logout } from './login.service.ts';
import { resetPassword, resetPasswordByUrl, resetPasswordEmail } from './password.service.ts';
import { verificationMethod } from './verification.service.ts';
import { register, setup } from './register.service.ts';
import { invalidateAccount } from '../account/end-sessions.ts';
import { userRepository } from '../account/user.repository.ts';
import { assertNotMaintained, maintainerOf } from '../ext-login/maintainer.ts';

/** The calls on invitations are in the module `invitation`. */
type UserCalls = Omit<Calls['user'], 'invitation' | 'acceptInvitation'>;

export const userRoutes: Handlers<UserCalls> = {
  login,
  logout,
  register,
  setup,
  resetPassword,
  resetPasswordEmail,
  resetPasswordByUrl,
  updateEmail,
  sendVerifyEmail,
  verifyEmail,
  allUser,
  devices,
  revokeDevice,
  revokeOtherDevices,
  oauthInfo: async ({ deps }) => {
    const { oauth2_open, oauth2_form } = await deps.settings.get();
    return { oauth2_open, oauth2_entrance_tips: oauth2_open ? oauth2_form.entrance_tips : '' };
  },
  proof: verificationMethod,
  info: async ({ deps, viewer }) => ({
    ...viewer,
    must_set_up: mustSetUpSecondFactor(viewer, await deps.settings.get(), deps.now()),
  }),
  // `reauth` of the call verifies the user and records it.
  confirm: async () => ({}),
  updateInfo: async (ctx, { name, language }) => {
    const was = { name: ctx.viewer.name };
    const isNewName = name !== undefined && name !== was.name;
    if (isNewName)
      assertNotMaintained(await maintainerOf(ctx.db, ctx.viewer, await ctx.deps.settings.get()));
    ctx.note(isNewName ? { was } : { each: [] });
    const change = { ...(name !== undefined && { name }), ...(language && { language }) };
    if (Object.keys(change).length > 0) await userRepository(ctx.db).update(ctx.viewer.uid, change);
    invalidateAccount(ctx, ctx, ctx.viewer.uid);
    return {};
  },
};
