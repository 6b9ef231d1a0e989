import { calls } from '@octavo/contract';
import type { AdminUserRow } from '@octavo/contract/admin.entities';
import { ADMIN_PAGE_SIZE } from '@octavo/contract/limits';
import { keepPreviousData } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useCall } from '../../../shared/api/use-call.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { NoMatch } from '../../../shared/ui/no-match.tsx';
import { PagedList, lastPage } from '../../../shared/ui/paged-list.tsx';
import { SearchInput } from '../../../shared/ui/search-input.tsx';
import styles from '../parts/console.module.css';
import { ConsoleHeader } from '../parts/console-header.tsx';
import { useMayChange } from '../parts/use-may-change.ts';
import { DeleteUser } from './delete-user.tsx';
import { DisableUser } from './disable-user.tsx';
import { MergeUser } from './merge-user.tsx';
import { UserDevices } from './user-devices.tsx';
import { UserDialog } from './user-dialog.tsx';
import { UserLogins } from './user-logins.tsx';
import { UserRole } from './user-role.tsx';
import { UserTable, type UserAction } from './user-table.tsx';

export function Users() {
  const { t } = useText();
  const mayChange = useMayChange();
  const [typed, setTyped] = useState('');
  const username = useDeferredValue(typed.trim());
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<
    { action: UserAction; user: AdminUserRow } | { action: 'add' }
  >();
  const query = useCall(
    calls.adminUser.getList,
    { username, page, count: ADMIN_PAGE_SIZE },
    { placeholderData: keepPreviousData },
  );
  const { data } = query;
  const last = lastPage(data?.total ?? 0, ADMIN_PAGE_SIZE);
  if (data && !query.isPlaceholderData && page > last) setPage(last);
  const onClosed = () => setOpen(undefined);
  return (
    <>
      <ConsoleHeader title={t('adminUser.title')} count={data?.total}>
        <search className={styles.word}>
          <SearchInput
            label={t('adminUser.search')}
            value={typed}
            onText={(text) => {
              setTyped(text);
              setPage(1);
            }}
          />
        </search>
        {mayChange && (
          <Button variant="primary" icon={<UserPlus />} onClick={() => setOpen({ action: 'add' })}>
            {t('adminUser.add')}
          </Button>
        )}
      </ConsoleHeader>
      <PagedList
        flat
        query={{ ...query, data: data && { list: data.users, total: data.total } }}
        size={ADMIN_PAGE_SIZE}
        page={page}
        onPage={setPage}
        empty={
          <NoMatch keywords={[username]} onClear={() => setTyped('')}>
            {t('adminUser.noMatchText')}
          </NoMatch>
        }
      >
        {(users) => <UserTable users={users} onAct={(action, user) => setOpen({ action, user })} />}
      </PagedList>
      {open?.action === 'add' && <UserDialog onClosed={onClosed} />}
      {open?.action === 'edit' && <UserDialog user={open.user} onClosed={onClosed} />}
      {open?.action === 'devices' && <UserDevices user={open.user} onClosed={onClosed} />}
      {open?.action === 'logins' && <UserLogins user={open.user} onClosed={onClosed} />}
      {open?.action === 'merge' && <MergeUser user={open.user} onClosed={onClosed} />}
      {open?.action === 'role' && (
        <UserRole
          user={data?.users.find(({ uid }) => uid === open.user.uid) ?? open.user}
          onClosed={onClosed}
        />
      )}
      {open?.action === 'disable' && <DisableUser user={open.user} onClosed={onClosed} />}
      {open?.action === 'delete' && <DeleteUser user={open.user} onClosed={onClosed} />}
    </>
  );
}
