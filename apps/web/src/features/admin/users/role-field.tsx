import { calls } from '@octavo/contract';
import type { AdminUserRow } from '@octavo/contract/admin.entities';
import { ADMIN_GROUP, AUDITOR_GROUP, USER_GROUP } from '@octavo/contract/user-group';
import { Eye, Shield } from 'lucide-react';
import { useState } from 'react';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { useSession } from '../../../shared/session/session.ts';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { Segmented } from '../../../shared/ui/segmented.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import { useMayChange } from '../parts/use-may-change.ts';
import styles from './role-field.module.css';

const ROLES = [
  { groupid: ADMIN_GROUP, name: 'administrator' },
  { groupid: AUDITOR_GROUP, name: 'auditor' },
  { groupid: USER_GROUP, name: 'ordinary' },
] as const;
type Role = (typeof ROLES)[number];

const findRole = (groupid: number): Role =>
  ROLES.find((role) => role.groupid === groupid) ?? ROLES[2];

/** The role of a user as a tag; plain text for ordinary users. */
export function RoleTag({ groupid }: { groupid: number }) {
  const { t } = useText();
  const { name } = findRole(groupid);
  const label = t(`adminUser.${name}`);
  if (name === 'administrator')
    return (
      <Tag kind="plum" icon={<Shield />}>
        {label}
      </Tag>
    );
  return name === 'auditor' ? <Tag icon={<Eye />}>{label}</Tag> : label;
}

/** The role of a user, which an administrator changes after a confirmation. */
export function RoleField({ user }: { user: AdminUserRow }) {
  const { t } = useText();
  const mayChange = useMayChange();
  const isSelf = useSession().account?.uid === user.uid;
  const [pending, setPending] = useState<Role>();
  const current = findRole(user.groupid);
  if (!mayChange) return <RoleTag groupid={user.groupid} />;
  const reason = isSelf
    ? t('adminUser.ownRole')
    : user.is_disabled === 1
      ? t('adminUser.disabledRole')
      : undefined;
  return (
    <div className={styles.field}>
      <Segmented
        label={t('adminUser.role')}
        value={current.name}
        onValue={(chosen) => setPending(ROLES.find(({ name }) => name === chosen))}
        options={ROLES.map(({ name }) => ({
          value: name,
          label: t(`adminUser.${name}`),
          // A disabled account gets no role, but may lose one.
          disabledReason:
            name === current.name || (name === 'ordinary' && !isSelf) ? undefined : reason,
        }))}
      />
      <p>{reason ?? t('adminUser.roleHelp')}</p>
      {pending && <ConfirmRole user={user} role={pending} onClosed={() => setPending(undefined)} />}
    </div>
  );
}

const CONFIRM_TEXTS = {
  administrator: {
    title: 'adminUser.toAdminTitle',
    text: 'adminUser.toAdminText',
    action: 'adminUser.toAdminAction',
    done: 'adminUser.toAdminDone',
  },
  auditor: {
    title: 'adminUser.toAuditorTitle',
    text: 'adminUser.toAuditorText',
    action: 'adminUser.toAuditorAction',
    done: 'adminUser.toAuditorDone',
  },
  ordinary: {
    title: 'adminUser.toUserTitle',
    text: 'adminUser.toUserText',
    action: 'adminUser.toUserAction',
    done: 'adminUser.toUserDone',
  },
} as const;

interface ConfirmRoleProps {
  user: AdminUserRow;
  role: Role;
  onClosed: () => void;
}

function ConfirmRole({ user, role, onClosed }: ConfirmRoleProps) {
  const { t } = useText();
  const { uid, username } = user;
  const texts = CONFIRM_TEXTS[role.name];
  const change = useFormCommand(calls.adminUser.setRole, {
    refresh: [calls.adminUser.getList, calls.adminUser.getUser],
    onDone: () => showToast({ kind: 'done', text: t(texts.done, { username }) }),
  });
  return (
    <ConfirmDialog
      kind={user.groupid === ADMIN_GROUP || role.name === 'ordinary' ? 'danger' : 'plain'}
      title={t(texts.title, { username })}
      confirm={t(texts.action)}
      working={change.working}
      done={change.done}
      error={change.otherError()}
      onConfirm={() => change.send({ uid, groupid: role.groupid })}
      onClosed={onClosed}
    >
      {t(texts.text)}
    </ConfirmDialog>
  );
}
