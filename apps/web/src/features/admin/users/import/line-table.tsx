import { ADMIN_GROUP, AUDITOR_GROUP, USER_GROUP } from '@octavo/contract/user-group';
import { useText } from '../../../../shared/i18n/texts.tsx';
import { DataTable } from '../../../../shared/ui/data-table.tsx';
import { Tag } from '../../../../shared/ui/tag.tsx';
import type { UserImport } from './user-import.ts';
import styles from './import.module.css';

type Line = UserImport['list'][number];

const RESULTS = {
  new: ['ok', 'isNew'],
  update: ['accent', 'isUpdate'],
  same: ['plain', 'isSame'],
  out: ['warning', 'isOut'],
} as const;

const CHANGES = { name: 'changesName', email: 'changesEmail', role: 'changesRole' } as const;

export function LineTable({ lines }: { lines: readonly Line[] }) {
  const { t } = useText();
  const roleNames = new Map<number | null, string>([
    [ADMIN_GROUP, t('adminUser.administrator')],
    [USER_GROUP, t('adminUser.user')],
    [AUDITOR_GROUP, t('adminUser.auditor')],
  ]);
  const why = ({ reason, other_line: line, changes }: Line) =>
    reason === ''
      ? changes.map((change) => t(`adminUserImport.${CHANGES[change]}`)).join(' · ')
      : reason === 'usernameTwice' || reason === 'emailTwice'
        ? t(`adminUserImport.${reason}`, { line })
        : t(`adminUserImport.${reason}`);
  return (
    // Focusable, so that it can be scrolled by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.lines} aria-label={t('adminUserImport.title')} tabIndex={0}>
      <DataTable
        label={t('adminUserImport.title')}
        rows={lines}
        keyOf={({ line }) => line}
        columns={[
          { label: t('adminUserImport.line'), width: 64, kind: 'id', render: ({ line }) => line },
          {
            label: t('adminUserImport.username'),
            render: ({ username, name }) => (
              <span className={styles.user}>
                <b>{username || '–'}</b>
                {name !== '' && <small>{name}</small>}
              </span>
            ),
          },
          { label: t('adminUserImport.email'), render: ({ email }) => email || '–' },
          {
            label: t('adminUserImport.role'),
            width: 110,
            render: ({ groupid, role }) => roleNames.get(groupid) ?? (role || '–'),
          },
          {
            label: t('adminUserImport.result'),
            width: 110,
            render: ({ action }) => (
              <Tag kind={RESULTS[action][0]}>{t(`adminUserImport.${RESULTS[action][1]}`)}</Tag>
            ),
          },
          { label: t('adminUserImport.why'), render: why },
        ]}
      />
    </section>
  );
}
