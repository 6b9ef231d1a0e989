import { paths } from '@octavo/contract/paths';
import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';
import type { JobContext } from '../../jobs/job-context.ts';
import { handleJob } from '../../jobs/worker.ts';
import { hashToken, newToken } from '../../secrets.ts';
import { translateTo } from '../../texts.ts';
import { invitationRepository } from './invitation.repository.ts';
import type { UnsentInvitation } from './invitation.repository.ts';

/** Sends the mails of these invitations that were not sent yet. */
export const sendInvitationMails = defineJob({
  name: 'invitation-mails',
  payload: z.object({ invitation_ids: z.array(z.int()) }),
  sequential: true,
});

const cleanUp = defineJob({
  name: 'invitation-clean-up',
  payload: z.object({}),
  schedule: '41 3 * * *',
});

/** Creates the link at this time, so that neither a job nor the table contains it. */
async function sendMail(ctx: JobContext, invitation: UnsentInvitation): Promise<void> {
  const { invitation_id, email, language, days, username } = invitation;
  const invitations = invitationRepository(ctx.db);
  const token = newToken();
  await invitations.setToken(invitation_id, hashToken(token));
  const site = (await ctx.deps.settings.get()).site_name || 'Octavo';
  const values = {
    name: invitation.name,
    site,
    days,
    link: new URL(paths.invitation.href({ token }), ctx.config.publicUrl).href,
  };
  await ctx.mailer.send({
    to: email,
    subject: translateTo(language, 'mail.inviteSubject', { site }),
    text: [
      translateTo(
        language,
        invitation.name === '' ? 'mail.inviteHello' : 'mail.inviteHelloName',
        values,
      ),
      invitation.inviter === ''
        ? translateTo(language, 'mail.inviteText', values)
        : translateTo(language, 'mail.inviteTextBy', { ...values, inviter: invitation.inviter }),
      ...(username === null ? [] : [translateTo(language, 'mail.inviteUsername', { username })]),
      translateTo(language, 'mail.inviteLink', values),
    ].join('\n\n'),
  });
  await invitations.setSent(invitation_id);
}

export const invitationJobs = [
  handleJob(sendInvitationMails, async (ctx, { invitation_ids }) => {
    let failure: unknown;
    for (const invitation of await invitationRepository(ctx.db).listUnsent(invitation_ids))
      try {
        await sendMail(ctx, invitation);
      } catch (error) {
        // One rejected address must not stop the others; the retry sends only what is missing.
        failure ??= error;
      }
    if (failure !== undefined) throw failure;
  }),
  handleJob(cleanUp, ({ db }) => invitationRepository(db).deleteExpired()),
];
