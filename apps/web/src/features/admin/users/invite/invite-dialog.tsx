import { calls } from '@octavo/contract';
import { useState } from 'react';
import { useCall } from '../../../../shared/api/use-call.ts';
import { useText } from '../../../../shared/i18n/texts.tsx';
import { ConfirmDiscard } from '../../../../shared/ui/confirm-discard.tsx';
import { Dialog } from '../../../../shared/ui/dialog.tsx';
import dialog from '../../../../shared/ui/dialog.module.css';
import { lastPage } from '../../../../shared/ui/paged-list.tsx';
import { QueryState } from '../../../../shared/ui/query-state.tsx';
import { Segmented } from '../../../../shared/ui/segmented.tsx';
import { INVITATIONS_PAGE_SIZE, InvitationList } from './invitation-list.tsx';
import { LinkInvitation } from './link-invitation.tsx';
import { MailInvitation } from './mail-invitation.tsx';
import styles from './invite.module.css';

type Way = 'mail' | 'link' | 'open';

interface InviteDialogProps {
  /** Opens with the list of invitations. */
  showsOpen: boolean;
  onClosed: () => void;
}

/** Invites people by mail or by a link, and lists the invitations that were not accepted yet. */
export function InviteDialog({ showsOpen, onClosed }: InviteDialogProps) {
  const { t } = useText();
  const [isClosed, setClosed] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const [hasPeople, setHasPeople] = useState(false);
  const [chosen, setWay] = useState<Way | undefined>(showsOpen ? 'open' : undefined);
  const [page, setPage] = useState(1);
  const query = useCall(
    calls.adminUser.getInvitations,
    { page, count: INVITATIONS_PAGE_SIZE },
    { staleTime: 0 },
  );
  const { data } = query;
  const last = lastPage(data?.total ?? 0, INVITATIONS_PAGE_SIZE);
  if (data && page > last) setPage(last);
  const hasMail = data?.has_mail ?? true;
  const way = chosen ?? (hasMail ? 'mail' : 'link');
  const close = () => setClosed(true);
  return (
    <>
      <Dialog
        open={!isClosed}
        width={560}
        title={t('adminInvite.title')}
        initialFocus="input[type='text']"
        onCancel={(reason) =>
          reason === 'escape-key' && hasPeople ? setConfirming(true) : close()
        }
        onClosed={onClosed}
      >
        <p className={dialog.help}>{t('adminInvite.help')}</p>
        <div className={styles.ways}>
          <Segmented
            label={t('adminInvite.ways')}
            value={way}
            onValue={setWay}
            options={[
              { value: 'mail', label: t('adminInvite.byMail') },
              { value: 'link', label: t('adminInvite.byLink') },
              { value: 'open', label: t('adminInvite.open', { total: data?.total ?? 0 }) },
            ]}
          />
        </div>
        {/* Stays mounted, so that entered addresses are kept. */}
        <div hidden={way !== 'mail'}>
          <MailInvitation hasMail={hasMail} onPeople={setHasPeople} onClose={close} />
        </div>
        {way === 'link' && <LinkInvitation onClose={close} />}
        {way === 'open' && (
          <QueryState query={query}>
            {({ total, invitations }) => (
              <InvitationList
                invitations={invitations}
                total={total}
                page={page}
                onPage={setPage}
                onClose={close}
              />
            )}
          </QueryState>
        )}
      </Dialog>
      {isConfirming && (
        <ConfirmDiscard done={isClosed} onConfirm={close} onClosed={() => setConfirming(false)} />
      )}
    </>
  );
}
