import type { AuditEntry } from '@octavo/contract/audit.contract';
import { EDIT_GROUP } from '@octavo/contract/member-group';
import type { TextKey } from '@octavo/texts/translate';
import { Info } from 'lucide-react';
import { formatExactTime } from '../i18n/format-time.ts';
import { useLanguage, useText } from '../i18n/texts.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { DataTable, type TableColumn } from '../ui/data-table.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Tag } from '../ui/tag.tsx';
import { actionKind } from './action-kind.ts';
import styles from './audit-log.module.css';
import type { AuditWords } from './audit-words.ts';
import { ExactTime } from '../i18n/exact-time.tsx';

interface AuditTableProps {
  entries: readonly AuditEntry[];
  withItem: boolean;
  words: AuditWords | undefined;
  onShow: (entry: AuditEntry) => void;
}

export function AuditTable(props: AuditTableProps) {
  const { t } = useText();
  const { language } = useLanguage();
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
      render: (entry) => <Actor entry={entry} />,
    },
    {
      label: t('audit.action'),
      width: 216,
      render: ({ action }) => (
        <Tag kind={actionKind(action)}>
          <ActionName action={action} />
        </Tag>
      ),
    },
    {
      label: t('audit.what'),
      render: (entry) =>
        props.words?.describe(entry) || <EntryDetails entry={entry} withItem={props.withItem} />,
    },
    {
      label: t('audit.address'),
      width: 130,
      ...(props.withItem && { kind: 'wide' }),
      render: ({ address }) => <span className={`${styles.address} mono`}>{address}</span>,
    },
    {
      label: t('audit.details'),
      width: 48,
      kind: 'actions',
      render: (entry) => (
        <IconButton
          label={t('audit.detailsOf', { time: formatExactTime(entry.addtime, language) })}
          onClick={() => props.onShow(entry)}
        >
          <Info />
        </IconButton>
      ),
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

/** Who acted; without an account only how the client or the job came. */
export function Actor({ entry: { username, actor_kind, facts } }: { entry: AuditEntry }) {
  const { t } = useText();
  if (username !== '')
    return (
      <span className={styles.person}>
        <Avatar small username={username} />
        {username}
      </span>
    );
  if (facts['directory_run'] !== undefined)
    return <span className={styles.quiet}>{t('audit.directorySync')}</span>;
  return (
    <span className={styles.quiet}>
      {t(actor_kind === 'system' ? 'audit.bySystem' : 'audit.notLoggedIn')}
    </span>
  );
}

/** `item.attorn` has the text `audit.itemAttorn`; an old entry may name a call that no longer exists. */
export function ActionName({ action }: { action: string }) {
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
    values['is_active'] === 0 || values['member_group_id'] === null
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
