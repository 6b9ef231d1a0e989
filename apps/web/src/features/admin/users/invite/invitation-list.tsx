import { calls } from '@octavo/contract';
import type { CallResponse } from '@octavo/contract/define-call';
import { AUDITOR_GROUP } from '@octavo/contract/user-group';
import { Send, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { useCommand } from '../../../../shared/api/use-command.ts';
import { useText } from '../../../../shared/i18n/texts.tsx';
import { Time } from '../../../../shared/i18n/time.tsx';
import { Button } from '../../../../shared/ui/button.tsx';
import dialog from '../../../../shared/ui/dialog.module.css';
import { IconButton } from '../../../../shared/ui/icon-button.tsx';
import { Pager } from '../../../../shared/ui/pager.tsx';
import { Tag } from '../../../../shared/ui/tag.tsx';
import { showToast } from '../../../../shared/ui/toast-store.ts';
import styles from './invite.module.css';

type Invitation = CallResponse<typeof calls.adminUser.getInvitations>['invitations'][number];

export const INVITATIONS_PAGE_SIZE = 6;

interface InvitationListProps {
  invitations: readonly Invitation[];
  total: number;
  page: number;
  onPage: (page: number) => void;
  onClose: () => void;
}

export function InvitationList({ invitations, total, page, onPage, onClose }: InvitationListProps) {
  const { t } = useText();
  const close = useRef<HTMLButtonElement>(null);
  return (
    <>
      <div className={dialog.fields}>
        {total === 0 ? (
          <p className={styles.hint}>{t('adminInvite.empty')}</p>
        ) : (
          <>
            <ul className={styles.list}>
              {invitations.map((invitation) => (
                <InvitationRow
                  key={invitation.invitation_id}
                  invitation={invitation}
                  // The focused button was removed together with its row.
                  onRevoked={() => close.current?.focus()}
                />
              ))}
            </ul>
            <Pager total={total} size={INVITATIONS_PAGE_SIZE} page={page} onPage={onPage} />
          </>
        )}
      </div>
      <div className={dialog.footer}>
        <Button ref={close} onClick={onClose}>
          {t('shell.close')}
        </Button>
      </div>
    </>
  );
}

function InvitationRow({
  invitation,
  onRevoked,
}: {
  invitation: Invitation;
  onRevoked: () => void;
}) {
  const { t } = useText();
  const { invitation_id, email, uses, max_uses } = invitation;
  const isMail = email !== '';
  const title = isMail ? email : t('adminInvite.linkUses', { uses, max: max_uses });
  const refresh = [calls.adminUser.getInvitations];
  const resend = useCommand(calls.adminUser.resendInvitation, { refresh });
  const revoke = useCommand(calls.adminUser.revokeInvitation, { refresh });
  const done = (text: string) => showToast({ kind: 'done', text });
  return (
    <li className={styles.row}>
      <span className={styles.who}>
        <b>{title}</b>
        <small>
          {[
            invitation.username || invitation.name,
            t(invitation.groupid === AUDITOR_GROUP ? 'adminUser.auditor' : 'adminUser.ordinary'),
            t('adminInvite.by', { inviter: invitation.inviter }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </span>
      <InvitationState invitation={invitation} />
      {isMail && (
        <IconButton
          label={t('adminInvite.resend', { title })}
          disabled={resend.isPending}
          onClick={() =>
            resend.mutate(
              { invitation_id },
              { onSuccess: () => done(t('adminInvite.resent', { email })) },
            )
          }
        >
          <Send />
        </IconButton>
      )}
      <IconButton
        danger
        label={t('adminInvite.revoke', { title })}
        disabled={revoke.isPending}
        onClick={() =>
          revoke.mutate(
            { invitation_id },
            {
              onSuccess: () => {
                done(t('adminInvite.revoked'));
                onRevoked();
              },
            },
          )
        }
      >
        <Trash2 />
      </IconButton>
    </li>
  );
}

function InvitationState({ invitation }: { invitation: Invitation }) {
  const { t, rich } = useText();
  const { email, sent_time, expire_time, is_expired } = invitation;
  if (is_expired) return <Tag kind="warning">{t('adminInvite.expired')}</Tag>;
  if (email !== '' && sent_time === null) return <Tag>{t('adminInvite.unsent')}</Tag>;
  return (
    <span className={styles.until}>
      {rich('adminInvite.until', { time: <Time value={expire_time} /> })}
    </span>
  );
}
