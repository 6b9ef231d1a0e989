import type { AdminUserRow } from '@octavo/contract/admin.entities';
import { ADMIN_GROUP, USER_GROUP } from '@octavo/contract/user-group';
import { KeyRound, Laptop, Merge, Pencil, Shield, Trash2, UserCheck, UserX } from 'lucide-react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Time } from '../../../shared/i18n/time.tsx';
import { Person } from '../../../shared/people/person.tsx';
import { useSession } from '../../../shared/session/session.ts';
import { DataTable } from '../../../shared/ui/data-table.tsx';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import styles from '../parts/rows.module.css';
import { useMayChange } from '../parts/use-may-change.ts';
import { RoleTag } from './role-field.tsx';

export type UserAction = 'edit' | 'devices' | 'logins' | 'merge' | 'role' | 'disable' | 'delete';

interface UserTableProps {
  users: readonly AdminUserRow[];
  onAct: (action: UserAction, user: AdminUserRow) => void;
}

export function UserTable({ users, onAct }: UserTableProps) {
  const { t } = useText();
  return (
    <DataTable
      label={t('adminUser.title')}
      rows={users}
      keyOf={({ uid }) => uid}
      columns={[
        {
          label: t('adminUser.user'),
          render: ({ username, name }) => <Person username={username} name={name} />,
        },
        { label: t('adminUser.role'), width: 140, render: (user) => <Role user={user} /> },
        { label: t('adminUser.email'), render: (user) => <Email user={user} /> },
        {
          label: t('adminUser.registered'),
          width: 160,
          kind: 'wide',
          render: ({ reg_time }) => (
            <span className={`${styles.quiet} ${styles.usual}`}>
              <Time value={reg_time} />
            </span>
          ),
        },
        {
          label: t('adminUser.lastLogin'),
          width: 160,
          render: ({ last_login_time }) =>
            last_login_time ? (
              <Time value={last_login_time} />
            ) : (
              <span className={styles.quiet}>{t('adminUser.never')}</span>
            ),
        },
        {
          label: t('adminUser.actions'),
          width: 276,
          kind: 'actions',
          render: (user) => <Actions user={user} onAct={onAct} />,
        },
      ]}
    />
  );
}

function Role({ user }: { user: AdminUserRow }) {
  const { t } = useText();
  if (user.is_disabled === 1) return <Tag kind="error">{t('adminUser.disabled')}</Tag>;
  return (
    <span className={user.groupid === USER_GROUP ? styles.usual : undefined}>
      <RoleTag groupid={user.groupid} />
    </span>
  );
}

function Email({ user: { email, email_verify } }: { user: AdminUserRow }) {
  const { t } = useText();
  if (email === '')
    return <span className={`${styles.quiet} ${styles.usual}`}>{t('adminUser.unbound')}</span>;
  return (
    <span className={styles.email}>
      {email} {email_verify === 0 && <Tag kind="warning">{t('adminUser.unverified')}</Tag>}
    </span>
  );
}

function Actions({ user, onAct }: { user: AdminUserRow } & Pick<UserTableProps, 'onAct'>) {
  const { t } = useText();
  const names = { username: user.username };
  const isAdmin = user.groupid === ADMIN_GROUP;
  const mayChange = useMayChange();
  const isSelf = useSession().account?.uid === user.uid;
  const devices = (
    <IconButton label={t('adminUser.devices', names)} onClick={() => onAct('devices', user)}>
      <Laptop />
    </IconButton>
  );
  const logins = (
    <IconButton label={t('adminUser.logins', names)} onClick={() => onAct('logins', user)}>
      <KeyRound />
    </IconButton>
  );
  if (!mayChange)
    return (
      <>
        {devices}
        {logins}
      </>
    );
  return (
    <>
      <IconButton label={t('adminUser.edit', names)} onClick={() => onAct('edit', user)}>
        <Pencil />
      </IconButton>
      {devices}
      {logins}
      <IconButton
        disabled={isSelf}
        label={isSelf ? t('adminUser.ownRole') : t('adminUser.roleOf', names)}
        onClick={() => onAct('role', user)}
      >
        <Shield />
      </IconButton>
      {!isAdmin && (
        <IconButton
          label={t(user.is_disabled ? 'adminUser.enable' : 'adminUser.disable', names)}
          onClick={() => onAct('disable', user)}
        >
          {user.is_disabled ? <UserCheck /> : <UserX />}
        </IconButton>
      )}
      {!isAdmin && (
        <IconButton label={t('adminUser.merge', names)} onClick={() => onAct('merge', user)}>
          <Merge />
        </IconButton>
      )}
      <IconButton
        danger
        disabled={isAdmin}
        label={isAdmin ? t('adminUser.adminStays') : t('adminUser.delete', names)}
        onClick={() => onAct('delete', user)}
      >
        <Trash2 />
      </IconButton>
    </>
  );
}
