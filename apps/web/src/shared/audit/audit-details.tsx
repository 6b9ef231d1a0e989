import type { AuditEntry } from '@octavo/contract/audit.contract';
import { EDIT_GROUP } from '@octavo/contract/member-group';
import { useState, type ReactNode } from 'react';
import { ExactTime } from '../i18n/exact-time.tsx';
import { useText } from '../i18n/texts.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import dialog from '../ui/dialog.module.css';
import { Tag } from '../ui/tag.tsx';
import styles from './audit-log.module.css';
import { ActionName, Actor } from './audit-table.tsx';
import type { AuditWords } from './audit-words.ts';
import { FIELD_TEXTS } from './field-texts.ts';

interface AuditDetailsProps {
  entry: AuditEntry;
  words: AuditWords | undefined;
  onClosed: () => void;
}

/** Everything that an entry records, with the changed values before and after. */
export function AuditDetails({ entry, words, onClosed }: AuditDetailsProps) {
  const { t } = useText();
  const [isClosed, setClosed] = useState(false);
  const close = () => setClosed(true);
  const rows: readonly (readonly [label: string, value: ReactNode])[] = [
    [t('audit.time'), <ExactTime key="time" value={entry.addtime} />],
    [t('audit.who'), <Actor key="who" entry={entry} />],
    [
      t('audit.result'),
      <Tag key="result" kind={entry.result === 'success' ? 'ok' : 'error'}>
        {t(entry.result === 'success' ? 'audit.success' : 'audit.failure')}
      </Tag>,
    ],
    [t('audit.user'), entry.subject],
    [t('audit.item'), entry.item_name],
    [t('audit.page'), entry.page_title],
    [t('audit.team'), entry.team_name],
    [t('audit.what'), words?.describe(entry)],
    [
      t('audit.address'),
      <span key="address" className="mono">
        {entry.address}
      </span>,
    ],
    [t('audit.userAgent'), entry.user_agent],
    [
      t('audit.requestId'),
      <span key="id" className="mono">
        {entry.request_id}
      </span>,
    ],
  ];
  const present = rows.filter(
    ([label, value]) =>
      Boolean(value) &&
      !(label === t('audit.address') && entry.address === '') &&
      !(label === t('audit.requestId') && entry.request_id === null),
  );
  return (
    <Dialog
      open={!isClosed}
      title={t('audit.entry')}
      width={640}
      initialFocus="button"
      onCancel={close}
      onClosed={onClosed}
    >
      <div className={dialog.fields}>
        <p>
          <Tag>
            <ActionName action={entry.action} />
          </Tag>
        </p>
        <dl className={styles.details}>
          {present.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {entry.changes.length > 0 && <Changes entry={entry} words={words} />}
      </div>
      <div className={dialog.footer}>
        <Button onClick={close}>{t('shell.close')}</Button>
      </div>
    </Dialog>
  );
}

function Changes({ entry, words }: Pick<AuditDetailsProps, 'entry' | 'words'>) {
  const { t } = useText();
  const nameOf = (field: string) => {
    const key = FIELD_TEXTS[field];
    return words?.fieldName(field) ?? (key ? t(key) : field);
  };
  const text = (value: unknown, field: string) => {
    const setting = words?.fieldValue(value, field);
    if (setting !== undefined) return setting;
    if (value === null || value === '') return t('audit.nothing');
    if (field === 'member_group_id')
      return t(value === EDIT_GROUP ? 'audit.edit' : 'audit.readOnly');
    if (typeof value === 'boolean' || field === 'is_active')
      return t(value ? 'audit.on' : 'audit.off');
    return typeof value === 'string' ? value : JSON.stringify(value);
  };
  return (
    <table className={styles.changes} aria-label={t('audit.changes')}>
      <thead>
        <tr>
          <th>{t('audit.field')}</th>
          <th>{t('audit.old')}</th>
          <th>{t('audit.new')}</th>
        </tr>
      </thead>
      <tbody>
        {entry.changes.map(({ field, is_secret, ...values }) => (
          <tr key={field}>
            <th scope="row">{nameOf(field)}</th>
            {is_secret ? (
              <td colSpan={2} className={styles.notStored}>
                {t('audit.notStored')}
              </td>
            ) : (
              <>
                <td>{text(values.old, field)}</td>
                <td>{text(values.new, field)}</td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
