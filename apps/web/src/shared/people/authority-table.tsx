import { calls } from '@octavo/contract';
import type { Calls } from '@octavo/contract';
import type { CallResponse } from '@octavo/contract/define-call';
import { EDIT_GROUP, READ_ONLY_GROUP } from '@octavo/contract/member-group';
import { useCall } from '../api/use-call.ts';
import { useCommand } from '../api/use-command.ts';
import { useText } from '../i18n/texts.tsx';
import { Time } from '../i18n/time.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { SelectInput } from '../ui/select-input.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import styles from './people.module.css';
import { useCatalogOptions } from './member-access-fields.tsx';
import { Person } from './person.tsx';
import { useShowMore } from './use-show-more.tsx';

type TeamMemberAccess = CallResponse<Calls['teamItemMember']['getList']>[number];

interface AuthorityTableProps {
  /** The accessible name of the table. */
  label: string;
  itemId: number;
  teamId: number;
  /** The heading of the first column. */
  head: string;
  onSaved?: () => void;
}

/** The rights of team members in one item; each change is saved immediately. */
export function AuthorityTable(props: AuthorityTableProps) {
  const { t } = useText();
  const input = { item_id: props.itemId, team_id: props.teamId };
  const { data: rows, error, refetch } = useCall(calls.teamItemMember.getList, input);
  const { shown, more } = useShowMore(rows ?? []);
  const catalogs = useCatalogOptions(props.itemId);
  const save = useCommand(calls.teamItemMember.save, {
    refresh: [calls.teamItemMember.getList, calls.item.explainAccess],
    scope: `team-item-${props.itemId}`,
  });
  if (error && !rows) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!rows) return <Skeleton shape="rows" />;
  const saveChange = (change: { id: number; member_group_id?: number; cat_id?: number }) =>
    save.mutate(change, { onSuccess: () => props.onSaved?.() });
  const catalogsOf = ({ cat_id }: TeamMemberAccess) =>
    catalogs.some(({ value }) => value === cat_id)
      ? catalogs
      : [...catalogs, { value: cat_id, name: t('member.goneCatalog') }];
  return (
    <>
      <DataTable
        label={props.label}
        rows={shown}
        keyOf={({ id }) => id}
        columns={[
          {
            label: props.head,
            render: ({ member_username, name }) => (
              <Person username={member_username} name={name} />
            ),
          },
          {
            label: t('member.authority'),
            width: 160,
            kind: 'field',
            render: (row) => (
              <SelectInput
                label={t('member.authorityOf', { username: row.member_username })}
                placeholder={t('member.off')}
                value={row.is_active === 1 ? row.member_group_id : undefined}
                onValue={(member_group_id) => saveChange({ id: row.id, member_group_id })}
                options={[
                  { value: EDIT_GROUP, name: t('member.edit') },
                  { value: READ_ONLY_GROUP, name: t('member.readOnly') },
                ]}
              />
            ),
          },
          {
            label: t('member.catalog'),
            width: 210,
            kind: 'field',
            render: (row) => (
              <SelectInput
                label={t('member.catalogOf', { username: row.member_username })}
                value={row.cat_id}
                onValue={(cat_id) => saveChange({ id: row.id, cat_id })}
                options={catalogsOf(row)}
                emptyText={t('catalog.noneNamed')}
              />
            ),
          },
          {
            label: t('member.added'),
            width: 150,
            render: ({ addtime }) => (
              <span className={styles.time}>
                <Time value={addtime} />
              </span>
            ),
          },
        ]}
      />
      {more}
    </>
  );
}
