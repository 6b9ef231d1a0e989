import { createHash } from 'node:crypto';
import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { deviceRepository } from '../account/device.repository.ts';
import { invalidateAccount } from '../account/end-sessions.ts';
import { userRepository } from '../account/user.repository.ts';
import { toProvider } from './oauth2-client.ts';
import { LOGOUT_TOKEN_MEMORY_SECONDS } from './oidc-client.ts';
import { usedNonceRepository } from './used-nonce.repository.ts';

type ExtLogin = Calls['extLogin'];

/** The responses of the protocol. They do not say whether the user has an account or a session. */
const DONE = { body: '', headers: { 'cache-control': 'no-store' } };
const REJECTED = {
  status: 400,
  body: JSON.stringify({
    error: 'invalid_request',
    error_description: 'the logout token is not valid or was already used',
  }),
  headers: { 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' },
};

/** Ends the sessions of a login at the OpenID provider, also while logins there are switched off. */
export async function backchannelLogout(
  ctx: Ctx<ExtLogin['backchannelLogout']['access']>,
  { logout_token }: CallRequest<ExtLogin['backchannelLogout']>,
) {
  const { deps } = ctx;
  const { oauth2_form } = await deps.settings.get();
  const provider = toProvider(oauth2_form, deps.settingCipher, deps.config);
  if (provider.kind !== 'oidc' || logout_token === undefined) return REJECTED;
  const token = await deps.oidc.verifyLogoutToken(provider, logout_token);
  if (!token) return REJECTED;
  const { jti, ended } = token;
  const jtiHash = createHash('sha256').update(`${ended.issuer} ${jti}`).digest('base64url');
  try {
    await ctx.transaction(async (work) => {
      const nonces = usedNonceRepository(work.db);
      if (!(await nonces.markUsed(`logout ${jtiHash}`, LOGOUT_TOKEN_MEMORY_SECONDS)))
        throw new AppError('attemptEnded');
      const uids = await deviceRepository(work.db).revokeOidc(ended);
      for (const uid of uids) invalidateAccount(work, ctx, uid);
      // The audit log names the user whose sessions ended.
      const [uid] = uids;
      const account = uid === undefined ? undefined : await userRepository(work.db).find(uid);
      return account && { uid: account.uid, username: account.username };
    });
  } catch (error) {
    if (error instanceof AppError && error.errorName === 'attemptEnded') return REJECTED;
    throw error;
  }
  return DONE;
}
