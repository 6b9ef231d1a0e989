import type { AccountSource, AdminUserRow } from '@octavo/contract/admin.entities';
import type { SecondFactorKind } from '@octavo/contract/second-factor.entities';
import { USER_GROUP } from '@octavo/contract/user-group';
import { Cloud, Database, Link2, LogIn, Network, ShieldCheck, ShieldOff } from 'lucide-react';
import { useId, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Time } from '../../../shared/i18n/time.tsx';
import { Avatar } from '../../../shared/ui/avatar.tsx';
import { Checkbox } from '../../../shared/ui/checkbox.tsx';
import { useMayChange } from '../parts/use-may-change.ts';
import { RoleTag } from './role-field.tsx';
import styles from './user-table.module.css';

const SOURCE_ICONS: Readonly<Record<AccountSource, typeof Database>> = {
  local: Database,
  ldap: Network,
  oauth2: LogIn,
  scim: Cloud,
  integration: Link2,
};

interface UserTableProps {
  users: readonly AdminUserRow[];
  selected: ReadonlySet<number>;
  onSelect: (users: readonly AdminUserRow[], isSelected: boolean) => void;
  onOpen: (uid: number) => void;
}

/** The list of users with checkboxes. Shift selects a range; a row opens the details of its user. */
export function UserTable({ users, selected, onSelect, onOpen }: UserTableProps) {
  const { t } = useText();
  const id = useId();
  const mayChange = useMayChange();
  /** The row where a range begins. */
  const anchor = useRef(-1);
  const count = users.filter(({ uid }) => selected.has(uid)).length;
  const isAll = users.length > 0 && count === users.length;

  function select(index: number, isSelected: boolean, isRange: boolean) {
    const from = isRange && anchor.current >= 0 ? anchor.current : index;
    onSelect(users.slice(Math.min(from, index), Math.max(from, index) + 1), isSelected);
    anchor.current = index;
  }

  return (
    <table className={styles.table} aria-label={t('adminUser.title')}>
      <thead>
        <tr>
          {mayChange && (
            <th className={styles.check}>
              <label className={styles.target} htmlFor={`${id}-page`}>
                <Checkbox
                  id={`${id}-page`}
                  ref={(box) => {
                    if (box) box.indeterminate = count > 0 && !isAll;
                  }}
                  aria-label={t('adminUserList.selectPage')}
                  checked={isAll}
                  onChecked={(isChecked) => onSelect(users, isChecked)}
                />
              </label>
            </th>
          )}
          <th>{t('adminUser.user')}</th>
          <th className={styles.source}>{t('adminUserList.source')}</th>
          <th className={styles.role}>{t('adminUser.role')}</th>
          <th className={styles.state}>{t('adminUserList.state')}</th>
          <th className={styles.factor}>{t('adminUserList.secondFactor')}</th>
          <th className={styles.seen}>{t('adminUserList.lastSeen')}</th>
        </tr>
      </thead>
      <tbody>
        {users.map((user, index) => (
          // The link in the row does the same for the keyboard.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <tr
            key={user.uid}
            data-selected={selected.has(user.uid) || undefined}
            onClick={({ target }) => {
              if (target instanceof Element && !target.closest('a, label')) onOpen(user.uid);
            }}
          >
            {mayChange && (
              <td className={styles.check}>
                <label className={styles.target} htmlFor={`${id}-${user.uid}`}>
                  <Checkbox
                    id={`${id}-${user.uid}`}
                    aria-label={t('adminUserList.select', { username: user.username })}
                    checked={selected.has(user.uid)}
                    onChecked={() => {}}
                    onClick={(event) => select(index, event.currentTarget.checked, event.shiftKey)}
                  />
                </label>
              </td>
            )}
            <td className={styles.person}>
              <Avatar username={user.username} />
              <span>
                <UserLink user={user} />
                <small>{user.name || user.email}</small>
              </span>
            </td>
            <td className={styles.source}>
              <Sources sources={user.sources} />
            </td>
            <td
              className={
                user.groupid === USER_GROUP ? `${styles.role} ${styles.usual}` : styles.role
              }
            >
              <RoleTag groupid={user.groupid} />
            </td>
            <td className={styles.state}>
              <State user={user} />
            </td>
            <td className={styles.factor}>
              <SecondFactors factors={user.second_factors} />
            </td>
            <td className={styles.seen}>
              <LastSeen value={user.last_seen_time} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function UserLink({ user }: { user: AdminUserRow }) {
  const { search } = useLocation();
  const params = new URLSearchParams(search);
  params.set('user', String(user.uid));
  return (
    <Link className={styles.link} to={{ search: params.toString() }}>
      {user.username}
    </Link>
  );
}

function Sources({ sources }: { sources: readonly AccountSource[] }) {
  const { t } = useText();
  if (sources.length === 0) return t('adminUserList.noSource');
  return sources.map((source) => {
    const Icon = SOURCE_ICONS[source];
    return (
      <span key={source} className={styles.icon}>
        <Icon />
        {t(`adminUserList.${source}`)}
      </span>
    );
  });
}

function SecondFactors({ factors }: { factors: readonly SecondFactorKind[] }) {
  const { t } = useText();
  if (factors.length === 0)
    return (
      <span className={`${styles.icon} ${styles.off}`}>
        <ShieldOff />
        {t('adminUserList.factorOff')}
      </span>
    );
  return factors.map((factor) => (
    <span key={factor} className={styles.icon}>
      <ShieldCheck />
      {t(`adminUserList.${factor}`)}
    </span>
  ));
}

export function State({ user }: { user: Pick<AdminUserRow, 'is_disabled' | 'is_invited'> }) {
  const { t } = useText();
  const state = user.is_disabled === 1 ? 'disabled' : user.is_invited === 1 ? 'invited' : 'active';
  return (
    <span className={state === 'active' ? styles.dot : `${styles.dot} ${styles[state]}`}>
      {t(`adminUserList.${state}`)}
    </span>
  );
}

export function LastSeen({ value }: { value: string | null }) {
  const { t } = useText();
  return value ? <Time value={value} /> : t('adminUserList.seenNever');
}
