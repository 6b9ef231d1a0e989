import { calls } from '@octavo/contract';
import type { AdminUserRow, BulkAction } from '@octavo/contract/admin.entities';
import { MAX_BULK_USERS } from '@octavo/contract/limits';
import { keepPreviousData } from '@tanstack/react-query';
import { Download, MailPlus, MoreHorizontal, Upload, UserPlus } from 'lucide-react';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { useCall } from '../../../shared/api/use-call.ts';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useMedia } from '../../../shared/hooks/media.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import { Menu, MenuEntry } from '../../../shared/ui/menu.tsx';
import { NoMatch } from '../../../shared/ui/no-match.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { PagedList, lastPage } from '../../../shared/ui/paged-list.tsx';
import { EmptyState } from '../../../shared/ui/state-block.tsx';
import { ConsoleHeader } from '../parts/console-header.tsx';
import { useMayChange } from '../parts/use-may-change.ts';
import { BulkBar } from './bulk-bar.tsx';
import { ChangeUsers } from './change-users.tsx';
import { ImportDialog } from './import/import-dialog.tsx';
import { InviteDialog } from './invite/invite-dialog.tsx';
import { useUserQuery, type UserQuery } from './use-user-query.ts';
import { UserDialog } from './user-dialog.tsx';
import { UserDrawer } from './user-drawer.tsx';
import { UserFilters } from './user-filters.tsx';
import { UserTable } from './user-table.tsx';
import styles from './users.module.css';

const PAGE_SIZE = 20;

/** Downloads the users that match the filters. */
function download(filter: UserQuery['filter']): void {
  const query = Object.entries(filter).map(([name, value]) => [name, String(value)]);
  location.assign(`${calls.adminUser.export.path}?${new URLSearchParams(query)}`);
}

export function Users() {
  const { t } = useText();
  const mayChange = useMayChange();
  const query = useUserQuery();
  const { filter, page } = query;
  const [isAdding, setAdding] = useState(false);
  const [isImporting, setImporting] = useState(false);
  const [isInviting, setInviting] = useState<'invite' | 'open'>();
  const selection = useSelection();
  const [action, setAction] = useState<BulkAction>();
  const list = useCall(
    calls.adminUser.getList,
    { ...filter, page, count: PAGE_SIZE },
    { placeholderData: keepPreviousData },
  );
  const { data: all } = useCall(calls.adminUser.getList, { username: '', page: 1, count: 1 });
  const { data } = list;
  const total = data?.total ?? 0;
  const last = lastPage(total, PAGE_SIZE);
  const isBeyond = data !== undefined && !list.isPlaceholderData && page > last;
  // The only row of the last page may have been deleted.
  useEffect(() => {
    if (isBeyond) query.change({ page: last }, { replace: true });
  });
  const selectAll = useFormCommand(calls.adminUser.getList, {
    onDone: ({ users }) => selection.change(users, true),
  });
  const users = data?.users ?? [];
  const most = Math.min(total, MAX_BULK_USERS);
  const isPageSelected = users.length > 0 && users.every(({ uid }) => selection.uids.has(uid));
  const open = (uid: number | undefined) => query.change({ user: uid });
  return (
    <>
      <ConsoleHeader title={t('adminUser.title')} count={all?.total}>
        {mayChange && (
          <>
            <MoreActions
              actions={[
                {
                  label: t('adminUserImport.action'),
                  icon: <Upload />,
                  run: () => setImporting(true),
                },
                {
                  label: t('adminUserList.exportCsv'),
                  icon: <Download />,
                  run: () => download(filter),
                },
                {
                  label: t('adminInvite.action'),
                  icon: <MailPlus />,
                  run: () => setInviting('invite'),
                },
              ]}
            />
            <Button variant="primary" icon={<UserPlus />} onClick={() => setAdding(true)}>
              {t('adminUser.add')}
            </Button>
          </>
        )}
      </ConsoleHeader>
      <UserFilters query={query} total={data?.total} />
      {filter.state === 'invited' && <OtherInvitations onShow={() => setInviting('open')} />}
      <PagedList
        flat
        query={{ ...list, data: data && { list: users, total } }}
        size={PAGE_SIZE}
        page={page}
        onPage={(next) => query.change({ page: next === 1 ? undefined : next })}
        empty={<NothingFound query={query} />}
      >
        {(rows) => (
          <UserTable
            users={rows}
            selected={selection.uids}
            onSelect={selection.change}
            onOpen={open}
          />
        )}
      </PagedList>
      {selection.uids.size > 0 && (
        <BulkBar
          count={selection.uids.size}
          more={
            isPageSelected && most > selection.uids.size
              ? {
                  label: t(
                    total > most ? 'adminUserList.selectNewest' : 'adminUserList.selectMatching',
                    { count: most },
                  ),
                  working: selectAll.working,
                  run: () => selectAll.send({ ...filter, page: 1, count: MAX_BULK_USERS }),
                }
              : undefined
          }
          onAct={setAction}
          onClear={selection.clear}
        />
      )}
      {mayChange && (isImporting || query.importId > 0) && (
        <ImportDialog
          taskId={query.importId}
          onTask={(id) => {
            setImporting(true);
            query.change({ import: id || undefined }, { replace: true });
          }}
          onClosed={() => {
            setImporting(false);
            query.change({ import: undefined }, { replace: true });
          }}
        />
      )}
      {isInviting && (
        <InviteDialog showsOpen={isInviting === 'open'} onClosed={() => setInviting(undefined)} />
      )}
      {isAdding && <UserDialog onClosed={() => setAdding(false)} />}
      {action && (
        <ChangeUsers
          action={action}
          uids={[...selection.uids]}
          onDone={selection.clear}
          onClosed={() => setAction(undefined)}
        />
      )}
      {query.uid > 0 && (
        <UserDrawer uid={query.uid} users={users} onOpen={open} onClose={() => open(undefined)} />
      )}
    </>
  );
}

interface Action {
  readonly label: string;
  readonly icon: ReactNode;
  readonly run: () => void;
}

/** Buttons; one menu on phones, where they would take several lines. */
function MoreActions({ actions }: { actions: readonly Action[] }) {
  const { t } = useText();
  const isPhone = useMedia('(max-width: 760px)');
  if (!isPhone)
    return actions.map(({ label, icon, run }) => (
      <Button key={label} icon={icon} onClick={run}>
        {label}
      </Button>
    ));
  return (
    <Menu
      width={220}
      opener={
        <IconButton label={t('team.actions')}>
          <MoreHorizontal />
        </IconButton>
      }
    >
      {actions.map(({ label, icon, run }) => (
        <MenuEntry key={label} label={label} icon={icon} onRun={run} />
      ))}
    </Menu>
  );
}

/** Invitations of people without an account, who are in no list of users. */
function OtherInvitations({ onShow }: { onShow: () => void }) {
  const { t } = useText();
  const mayChange = useMayChange();
  const { data } = useCall(calls.adminUser.getInvitations, { page: 1, count: 1 });
  if (!data || data.without_account === 0) return null;
  return (
    <div className={styles.note}>
      <Note kind="info">
        {t('adminUserList.otherInvitations', { count: data.without_account })}{' '}
        {mayChange && (
          <Button size="small" onClick={onShow}>
            {t('adminUserList.showInvitations')}
          </Button>
        )}
      </Note>
    </div>
  );
}

function NothingFound({ query }: { query: UserQuery }) {
  const { t } = useText();
  if (query.word !== '')
    return (
      <NoMatch keywords={[query.word]} onClear={query.clear}>
        {t('adminUserList.noMatchText')}
      </NoMatch>
    );
  return (
    <EmptyState
      title={t('adminUserList.noMatchTitle')}
      actions={<Button onClick={query.clear}>{t('adminUserList.clearAll')}</Button>}
    >
      {t('adminUserList.noMatchText')}
    </EmptyState>
  );
}

/** The ids of the selected users on all pages. */
function useSelection() {
  const [uids, setUids] = useState<ReadonlySet<number>>(new Set());
  const clear = useCallback(() => setUids(new Set()), []);
  function change(users: readonly AdminUserRow[], isSelected: boolean) {
    const changed = new Set(uids);
    for (const { uid } of users) {
      if (!isSelected) changed.delete(uid);
      else if (changed.size < MAX_BULK_USERS) changed.add(uid);
    }
    setUids(changed);
  }
  return { uids, change, clear };
}
