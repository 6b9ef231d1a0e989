import type { AuditEntry } from '@octavo/contract/audit.contract';
import { EDIT_GROUP } from '@octavo/contract/member-group';
import type { TextKey } from '@octavo/texts/translate';
import { useText } from '../i18n/texts.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { DataTable, type TableColumn } from '../ui/data-table.tsx';
import { Tag } from '../ui/tag.tsx';
import { actionKind } from './action-kind.ts';
import styles from './audit-log.module.css';
import { ExactTime } from '../i18n/exact-time.tsx';

interface AuditTableProps {
  entries: readonly AuditEntry[];
  withItem: boolean;
  /** Descriptions whose texts only the admin console loads. */
  describe?: ((entry: AuditEntry) => string) | undefined;
}

export function AuditTable(props: AuditTableProps) {
  const { t } = useText();
  const columns: TableColumn<AuditEntry>[] = [
    {
      label: t('audit.time'),
      width: 170,
      render: ({ addtime }) => (
        <span className={styles.quiet}>
          <ExactTime value={addtime} />
        </span>
      ),
    },
    {
      label: t('audit.who'),
      width: 150,
      render: ({ username, facts }) =>
        username === '' ? (
          <span className={styles.quiet}>
            {t(facts['directory_run'] === undefined ? 'audit.notLoggedIn' : 'audit.directorySync')}
          </span>
        ) : (
          <span className={styles.person}>
            <Avatar small username={username} />
            {username}
          </span>
        ),
    },
    {
      label: t('audit.action'),
      width: 226,
      render: ({ action }) => (
        <Tag kind={actionKind(action)}>
          <ActionName action={action} />
        </Tag>
      ),
    },
    {
      label: t('audit.what'),
      render: (entry) =>
        props.describe?.(entry) || <EntryDetails entry={entry} withItem={props.withItem} />,
    },
    {
      label: t('audit.address'),
      width: 130,
      ...(props.withItem && { kind: 'wide' }),
      render: ({ address }) => <span className={`${styles.address} mono`}>{address}</span>,
    },
  ];
  return (
    <DataTable
      label={t('audit.title')}
      columns={columns}
      rows={props.entries}
      keyOf={({ audit_id }) => audit_id}
    />
  );
}

/** `item.attorn` has the text `audit.itemAttorn`; an old entry may name a call that no longer exists. */
function ActionName({ action }: { action: string }) {
  const { t } = useText();
  const name = action.replace(/\.(\w)/, (_, letter: string) => letter.toUpperCase());
  const key = `audit.${name}` as Extract<TextKey, 'audit.title'>;
  return t(key) ?? action;
}

function EntryDetails({ entry, withItem }: { entry: AuditEntry; withItem: boolean }) {
  const { t } = useText();
  const { facts } = entry;
  const previousValues = (facts['was'] ?? {}) as Readonly<Record<string, unknown>>;
  const tail = facts['key_tail'];
  const prefix = facts['token_prefix'];
  const right = (values: Readonly<Record<string, unknown>>) =>
    values['is_active'] === 0
      ? t('audit.noAccess')
      : t(values['member_group_id'] === EDIT_GROUP ? 'audit.edit' : 'audit.readOnly');
  const previousRight = right({ ...facts, ...previousValues });
  const catalog = (value: unknown) =>
    value === '' ? t('audit.allCatalogs') : t('audit.catalog', { name: String(value) });
  /** The new value of a field, preceded by the old value if the entry has it. */
  const change = (field: string, nameOf: (value: unknown) => string) =>
    facts[field] !== undefined &&
    (previousValues[field] === undefined
      ? nameOf(facts[field])
      : t('audit.fromTo', { from: nameOf(previousValues[field]), to: nameOf(facts[field]) }));
  const people = [facts['username'] ?? facts['member_username'] ?? facts['emails'] ?? []]
    .flat(2)
    .map(String);
  const words = [
    withItem && entry.item_name,
    entry.page_title,
    entry.team_name || facts['team_name'],
    entry.subject,
    ...people,
    facts['item_name'],
    facts['display_name'],
    facts['notice_title'],
    typeof tail === 'string' && t('audit.byKey', { tail }),
    typeof prefix === 'string' && t('audit.byToken', { prefix }),
    entry.action === 'accessToken.create' && facts['name'],
    entry.action === 'accessToken.revoke' && facts['name'],
    Array.isArray(facts['names']) && facts['names'].join(t('audit.between')),
    previousValues['name'] !== undefined && change('name', String),
    facts['member_group_id'] !== undefined &&
      (previousRight === right(facts)
        ? previousRight
        : t('audit.fromTo', { from: previousRight, to: right(facts) })),
    change('cat_name', catalog),
    facts['file'],
    facts['isCreateSiglePage'] !== undefined &&
      t(facts['isCreateSiglePage'] === true ? 'audit.shareOn' : 'audit.shareOff'),
  ];
  // A renamed item has its new name twice.
  return [...new Set(words.filter(Boolean))].join(t('audit.between'));
}
