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

async function findPendingLogin({ client, db }: Pick<Ctx, 'client' | 'db'>) {
  const token = client.pendingLogin();
  const token_hash = token === undefined ? undefined : hashToken(token);
  const pending = token_hash && (await secondFactorRepository(db).findPendingLogin(token_hash));
  if (!token_hash || !pending) throw new AppError('attemptEnded');
  return { ...pending, token_hash };
}

export async function pendingLogin(ctx: Ctx<SecondFactorCalls['pending']['access']>) {
  const { username } = await findPendingLogin(ctx);
  return { username };
}

/** The second step of a login. Wrong codes are limited like passwords, and per login. */
export async function confirmLogin(
  ctx: Ctx<SecondFactorCalls['confirmLogin']['access']>,
  { factor_code, v_code }: CallRequest<SecondFactorCalls['confirmLogin']>,
) {
  await assertMayLogIn(ctx);
  const { client, deps } = ctx;
  const pending = await findPendingLogin(ctx);
  const { uid, with_token, token_hash } = pending;
  let factor: SecondFactor | undefined;
  await deps.passwords.attempt({
    kind: 'factor',
    name: String(uid),
    code: v_code,
    client,
    onFailure: () => recordFailedLogin(deps, client, { account: { uid }, reason: 'secondFactor' }),
    verify: async () => {
      if (!(await secondFactorRepository(ctx.db).countAttempt(token_hash)))
        throw new AppError('attemptEnded');
      factor = await useSecondFactor(deps, uid, factor_code);
      return factor !== undefined;
    },
  });
  const secondFactor = factor;
  if (!secondFactor) throw new AppError('factorCodeWrong');
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
