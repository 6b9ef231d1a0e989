import type { AdminUserRow } from '@octavo/contract/admin.entities';
import { useState } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import dialog from '../../../shared/ui/dialog.module.css';
import { RoleField } from './role-field.tsx';

/** Shows the role of a user, to change it. */
export function UserRole({ user, onClosed }: { user: AdminUserRow; onClosed: () => void }) {
  const { t } = useText();
  const [isClosed, setClosed] = useState(false);
  return (
    <Dialog
      open={!isClosed}
      width={500}
      title={t('adminUser.roleOf', { username: user.username })}
      initialFocus="button"
      onCancel={() => setClosed(true)}
      onClosed={onClosed}
    >
      <div className={dialog.fields}>
        <RoleField user={user} />
      </div>
      <div className={dialog.footer}>
        <Button onClick={() => setClosed(true)}>{t('shell.close')}</Button>
      </div>
    </Dialog>
  );
}
