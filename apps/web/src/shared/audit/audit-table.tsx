import type { AuditEntry } from '@octavo/contract/audit.contract';
import type { TextKey } from '@octavo/texts/translate';
import { useText } from '../i18n/texts.tsx';
import { Time } from '../i18n/time.tsx';
import { Avatar, clothOf } from '../ui/avatar.tsx';
import { Tag } from '../ui/tag.tsx';
import styles from './audit-log.module.css';

/** What takes something away for good, and what gives it to somebody else. */
const LOUD = { error: /\.(delete|archive)$/i, warning: /attorn|resetKey|password/i };

function kindOf(action: string) {
  if (LOUD.error.test(action)) return 'error';
  return LOUD.warning.test(action) ? 'warning' : 'plain';
}

export function AuditTable(props: { entries: readonly AuditEntry[]; withItem: boolean }) {
  const { t } = useText();
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th>{t('audit.time')}</th>
          <th>{t('audit.who')}</th>
          <th>{t('audit.action')}</th>
          <th>{t('audit.what')}</th>
          <th>{t('audit.address')}</th>
        </tr>
      </thead>
      <tbody>
        {props.entries.map((entry) => (
          <tr key={entry.audit_id}>
            <td className={styles.quiet}>
              <Time value={entry.addtime} />
            </td>
            <td>
              <span className={styles.person}>
                <Avatar small id={clothOf(entry.username)} name={entry.username} />
                {entry.username}
              </span>
            </td>
            <td>
              <Tag kind={kindOf(entry.action)}>
                <ActionName action={entry.action} />
              </Tag>
            </td>
            <td>
              <What entry={entry} withItem={props.withItem} />
            </td>
            <td className={`${styles.quiet} mono`}>{entry.address}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** `item.attorn` is the text `audit.itemAttorn`; an older entry may name a call that is gone. */
function ActionName({ action }: { action: string }) {
  const { t } = useText();
  const name = action.replace(/\.(\w)/, (_, letter: string) => letter.toUpperCase());
  const key = `audit.${name}` as Extract<TextKey, 'audit.title'>;
  return t(key) ?? action;
}

function What({ entry, withItem }: { entry: AuditEntry; withItem: boolean }) {
  const { t } = useText();
  const { facts } = entry;
  const people = [facts['username'] ?? facts['member_username'] ?? []].flat(2).map(String);
  const words = [
    withItem && entry.item_name,
    entry.page_title,
    entry.team_name || facts['team_name'],
    entry.subject,
    ...people,
    facts['item_name'],
    facts['display_name'],
    facts['notice_title'],
    facts['member_group_id'] !== undefined &&
      t(facts['member_group_id'] === 1 ? 'audit.edit' : 'audit.readOnly'),
    facts['isCreateSiglePage'] !== undefined &&
      t(facts['isCreateSiglePage'] === true ? 'audit.shareOn' : 'audit.shareOff'),
  ];
  // A new name of an item is also the name it has.
  return [...new Set(words.filter(Boolean))].join(', ');
}
