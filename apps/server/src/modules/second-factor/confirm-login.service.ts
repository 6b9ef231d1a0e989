import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { hashToken } from '../../secrets.ts';
import { fromOidcColumns } from '../account/oidc-session.ts';
import { recordFailedLogin } from '../account/record-failed-login.ts';
import { useSecondFactor } from '../account/second-factor-code.ts';
import { secondFactorRepository } from '../account/second-factor.repository.ts';
import type { SecondFactor } from '../account/second-factor.repository.ts';
import { assertMayLogIn, startSession } from '../account/start-login.ts';
import { sendSecondFactorMail } from './second-factor-mail.jobs.ts';

type SecondFactorCalls = Calls['secondFactor'];

/** The login that this browser has started with its first step. */
export async function findPendingLogin({ client, db }: Pick<Ctx, 'client' | 'db'>) {
  const token = client.pendingLogin();
  const token_hash = token === undefined ? undefined : hashToken(token);
  const pending = token_hash && (await secondFactorRepository(db).findPendingLogin(token_hash));
  if (!token_hash || !pending) throw new AppError('attemptEnded');
  return { ...pending, token_hash };
}

export async function pendingLogin(ctx: Ctx<SecondFactorCalls['pending']['access']>) {
  const { uid, username } = await findPendingLogin(ctx);
  const factors = await secondFactorRepository(ctx.db).listFactors(uid);
  return {
    username,
    has_totp: factors.totp,
    has_passkey: factors.passkey && ctx.deps.passkeys.support === 'ready',
  };
}

/** The second step of a login. Wrong codes are limited like passwords, and per login. */
export async function confirmLogin(
  ctx: Ctx<SecondFactorCalls['confirmLogin']['access']>,
  input: CallRequest<SecondFactorCalls['confirmLogin']>,
) {
  await assertMayLogIn(ctx);
  const pending = await findPendingLogin(ctx);
  const secondFactor = input.passkey
    ? await checkPasskey(ctx, pending, input.passkey)
    : await checkCode(ctx, pending, input);
  const { client } = ctx;
  const { uid, with_token, token_hash } = pending;
  return ctx.transaction(async (work) => {
    if (!(await secondFactorRepository(work.db).consumePendingLogin(token_hash)))
      throw new AppError('attemptEnded');
    ctx.note({ as: 'user.login', facts: { second_factor: secondFactor } });
    if (secondFactor === 'recovery')
      await work.enqueue(sendSecondFactorMail, { uid, change: 'recoveryUsed' });
    work.afterCommit(() => client.clearPendingLogin());
    return startSession(ctx, work, uid, {
      withToken: with_token,
      secondFactor,
      oidc: fromOidcColumns(pending),
    });
  });
}

type PendingLogin = Awaited<ReturnType<typeof findPendingLogin>>;
type ConfirmContext = Pick<Ctx, 'client' | 'deps' | 'db'>;

async function checkCode(
  { client, deps, db }: ConfirmContext,
  { uid, token_hash }: PendingLogin,
  { factor_code, v_code }: CallRequest<SecondFactorCalls['confirmLogin']>,
): Promise<SecondFactor> {
  if (factor_code === undefined) throw new AppError('invalidRequest', { field: 'factor_code' });
  let factor: SecondFactor | undefined;
  await deps.passwords.attempt({
    kind: 'factor',
    name: String(uid),
    code: v_code,
    client,
    onFailure: () => recordFailedLogin(deps, client, { account: { uid }, reason: 'secondFactor' }),
    verify: async () => {
      if (!(await secondFactorRepository(db).countAttempt(token_hash)))
        throw new AppError('attemptEnded');
      factor = await useSecondFactor(deps, uid, factor_code);
      return factor !== undefined;
    },
  });
  if (!factor) throw new AppError('factorCodeWrong');
  return factor;
}

/** A signature cannot be guessed, so failures do not lead to a captcha. */
async function checkPasskey(
  { client, deps }: ConfirmContext,
  { uid, token_hash }: PendingLogin,
  passkey: NonNullable<CallRequest<SecondFactorCalls['confirmLogin']>['passkey']>,
): Promise<SecondFactor> {
  const purpose = { for: 'secondStep', uid, token_hash } as const;
  await deps.passkeys.checkAssertion(client, purpose, passkey, () =>
    recordFailedLogin(deps, client, { account: { uid }, reason: 'passkey' }),
  );
  return 'passkey';
}
