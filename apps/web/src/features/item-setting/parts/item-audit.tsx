import type { ReactNode } from 'react';
import { AuditLog } from '../../../shared/audit/audit-log.tsx';
import styles from '../../../shared/audit/audit-log.module.css';
import { useText } from '../../../shared/i18n/texts.tsx';
import { SectionHead } from '../../../shared/ui/card.tsx';

/** The audit log of the item, for its owner. */
export function ItemAudit({ itemId }: { itemId: number }) {
  return <AuditLog itemId={itemId} Head={Head} />;
}

function Head({ children }: { children: ReactNode }) {
  const { t } = useText();
  return (
    <>
      <SectionHead title={t('audit.title')} help={t('audit.help')} />
      <div className={styles.filters}>{children}</div>
    </>
  );
}
