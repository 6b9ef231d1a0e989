import { calls } from '@octavo/contract';
import type { AdminUserRow } from '@octavo/contract/admin.entities';
import type { CallResponse } from '@octavo/contract/define-call';
import { ADMIN_GROUP } from '@octavo/contract/user-group';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../../shared/api/use-call.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Time } from '../../../shared/i18n/time.tsx';
import { Avatar } from '../../../shared/ui/avatar.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Drawer } from '../../../shared/ui/drawer.tsx';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import { QueryState } from '../../../shared/ui/query-state.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import { useMayChange } from '../parts/use-may-change.ts';
import { DeleteUser } from './delete-user.tsx';
import { DisableUser } from './disable-user.tsx';
import { MergeUser } from './merge-user.tsx';
import { RoleField } from './role-field.tsx';
import { UserDevices } from './user-devices.tsx';
import { UserDialog } from './user-dialog.tsx';
import styles from './user-drawer.module.css';
import { UserLogins } from './user-logins.tsx';
import { UserSecondFactors } from './user-second-factors.tsx';
import { LastSeen, State } from './user-table.tsx';

type UserDetails = CallResponse<typeof calls.adminUser.getUser>;
type UserAction = 'edit' | 'merge' | 'disable' | 'delete';

interface UserDrawerProps {
  uid: number;
  /** The users of the list, for the buttons to the previous and the next one. */
  users: readonly AdminUserRow[];
  onOpen: (uid: number) => void;
  onClose: () => void;
}

/** The details of a user; administrators find here everything they can change. */
export function UserDrawer({ uid, users, onOpen, onClose }: UserDrawerProps) {
  const { t } = useText();
  const mayChange = useMayChange();
  const query = useCall(calls.adminUser.getUser, { uid }, { staleTime: 0 });
  const index = users.findIndex((each) => each.uid === uid);
  const { username = '', name = '' } = query.data ?? users[index] ?? {};
  const [action, setAction] = useState<UserAction>();
  const user = query.data;
  const dialog = user && { user, onClosed: () => setAction(undefined) };
  const step = (label: string, to: AdminUserRow | undefined, icon: typeof ChevronUp) => {
    const Icon = icon;
    return (
      <IconButton label={label} disabled={!to} onClick={() => to && onOpen(to.uid)}>
        <Icon />
      </IconButton>
    );
  };
  return (
    <Drawer
      title={name || username}
      leading={<Avatar username={username} />}
      tools={
        index >= 0 && (
          <>
            {step(t('adminUserList.previous'), users[index - 1], ChevronUp)}
            {step(t('adminUserList.next'), users[index + 1], ChevronDown)}
          </>
        )
      }
      foot={user && mayChange && <Foot user={user} onAct={setAction} />}
      onClose={onClose}
    >
      <QueryState query={query}>
        {(details) => (
          // A new key, so that nothing of another user is shown until its own data arrives.
          <div key={uid}>
            <Summary user={details} onAct={setAction} />
            <UserLogins user={details} />
            <UserSecondFactors user={details} />
            <UserDevices user={details} />
          </div>
        )}
      </QueryState>
      {dialog && action === 'edit' && <UserDialog {...dialog} />}
      {dialog && action === 'disable' && <DisableUser {...dialog} />}
      {dialog && action === 'merge' && <MergeUser {...dialog} onDeleted={onClose} />}
      {dialog && action === 'delete' && <DeleteUser {...dialog} onDeleted={onClose} />}
    </Drawer>
  );
}

interface ActionsProps {
  user: UserDetails;
  onAct: (action: UserAction) => void;
}

function Summary({ user, onAct }: ActionsProps) {
  const { t } = useText();
  const mayChange = useMayChange();
  return (
    <>
      <section className={styles.section}>
        <dl className={styles.facts}>
          <dt>{t('user.username')}</dt>
          <dd>{user.username}</dd>
          <dt>{t('userSetting.name')}</dt>
          <dd>{user.name || '–'}</dd>
          <dt>{t('adminUser.email')}</dt>
          <dd>
            <Email user={user} />
          </dd>
          <dt>{t('adminUserList.state')}</dt>
          <dd>
            <State user={user} />
          </dd>
          <dt>{t('adminUserList.access')}</dt>
          <dd>
            {t('adminUserList.accessCounts', { items: user.item_count, teams: user.team_count })}
          </dd>
          <dt>{t('adminUserList.lastSeen')}</dt>
          <dd>
            <LastSeen value={user.last_seen_time} />
          </dd>
          <dt>{t('adminUser.registered')}</dt>
          <dd>
            <Time value={user.reg_time} />
          </dd>
        </dl>
        {mayChange && (
          <Button size="small" onClick={() => onAct('edit')}>
            {t('adminUserList.editUser')}
          </Button>
        )}
      </section>
      <section className={styles.section}>
        <div className={styles.sectionHead}>
          <h3>{t('adminUser.role')}</h3>
        </div>
        <RoleField user={user} />
      </section>
    </>
  );
}

function Email({ user: { email, email_verify } }: { user: AdminUserRow }) {
  const { t } = useText();
  if (email === '') return <span className={styles.quiet}>{t('adminUser.unbound')}</span>;
  return (
    <>
      {email}{' '}
      {email_verify === 0 ? (
        <Tag kind="warning">{t('adminUser.unverified')}</Tag>
      ) : (
        <Tag kind="ok">{t('adminUserList.verified')}</Tag>
      )}
    </>
  );
}

/** Administrators cannot be disabled, merged away or deleted. */
function Foot({ user, onAct }: ActionsProps) {
  const { t } = useText();
  if (user.groupid === ADMIN_GROUP) return <span>{t('adminUser.adminStays')}</span>;
  return (
    <>
      <span className={styles.saved}>{t('adminUserList.savedAtOnce')}</span>
      <Button size="small" variant="quiet" onClick={() => onAct('merge')}>
        {t('adminUserList.mergeAction')}
      </Button>
      <Button
        size="small"
        variant={user.is_disabled === 1 ? 'default' : 'danger'}
        onClick={() => onAct('disable')}
      >
        {t(user.is_disabled === 1 ? 'adminUserList.enable' : 'adminUserList.disable')}
      </Button>
      <Button size="small" variant="quietDanger" onClick={() => onAct('delete')}>
        {t('adminUserList.deleteAction')}
      </Button>
    </>
  );
}
