import type { SecurityPreview } from '@octavo/contract/admin-security.entities';
import { MAX_COUNTED_LOSSES } from '@octavo/contract/limits';
import type { TextKey } from '@octavo/texts/translate';
import { useText } from '../../../shared/i18n/texts.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import styles from './security.module.css';

const COUNTS = [
  ['users_outside', 'adminSecurity.usersOutside'],
  ['staff_outside', 'adminSecurity.staffOutside'],
  ['audit_entries', 'adminSecurity.auditEntries'],
  ['recycled_pages', 'adminSecurity.recycledPages'],
  ['recycled_items', 'adminSecurity.recycledItems'],
  ['versions', 'adminSecurity.versionsDeleted'],
] as const satisfies readonly (readonly [keyof SecurityPreview, TextKey])[];

/** Whether a change ends sessions, keeps people out or deletes data. */
export function isStricter({ sessions, ends_own_session, ...preview }: SecurityPreview): boolean {
  return sessions > 0 || ends_own_session === 1 || COUNTS.some(([name]) => preview[name] > 0);
}

interface StricterRulesProps {
  preview: SecurityPreview;
  working: boolean;
  onConfirm: () => void;
  onClosed: () => void;
}

/** Says how many people and how much data a change concerns, before it is saved. */
export function StricterRules({ preview, ...dialog }: StricterRulesProps) {
  const { t } = useText();
  const { sessions, session_users: users, ends_own_session } = preview;
  const counts = COUNTS.filter(([name]) => preview[name] > 0);
  const effects = [
    sessions > 0 && t('adminSecurity.sessionsEnd', { sessions, users }),
    ends_own_session === 1 && t('adminSecurity.ownSessionEnds'),
    ...counts.map(([name, text]) => t(text, { count: preview[name] })),
    counts.some(([name]) => preview[name] >= MAX_COUNTED_LOSSES) && t('adminSecurity.countLimit'),
  ];
  return (
    <ConfirmDialog
      {...dialog}
      done={false}
      title={t('adminSecurity.stricterTitle')}
      confirm={t('adminSetting.save')}
    >
      {effects
        .filter((effect) => effect !== false)
        .map((effect) => (
          <span key={effect} className={styles.effect}>
            {effect}
          </span>
        ))}
    </ConfirmDialog>
  );
}
