import { useState } from 'react';
import { useText } from '../shared/i18n/texts.tsx';
import { keptStore } from '../shared/keep/kept-store.ts';
import type { KeptText } from '../shared/keep/kept-text.ts';
import { Button } from '../shared/ui/button.tsx';
import { Dialog } from '../shared/ui/dialog.tsx';
import dialogStyles from '../shared/ui/dialog.module.css';
import styles from './logout-question.module.css';

const SHOWN = 5;

interface LogoutQuestionProps {
  drafts: readonly KeptText[];
  onLogout: () => Promise<void>;
  onClosed: () => void;
}

/** Asks whether to delete the unsaved drafts on this device, which may be a shared computer. */
export function LogoutQuestion({ drafts, onLogout, onClosed }: LogoutQuestionProps) {
  const { t } = useText();
  const [isOpen, setOpen] = useState(true);
  const [isWorking, setWorking] = useState(false);
  async function go(isDeleting: boolean) {
    setWorking(true);
    if (isDeleting) await Promise.all(drafts.map(({ id }) => keptStore.remove(id)));
    await onLogout().finally(() => setWorking(false));
  }
  return (
    <Dialog
      open={isOpen}
      width={480}
      title={t('drafts.logoutTitle')}
      focusOn="button"
      onCancel={() => setOpen(false)}
      onClosed={onClosed}
    >
      <p className={dialogStyles.help}>{t('drafts.logoutText')}</p>
      <ul className={styles.names}>
        {drafts.slice(0, SHOWN).map(({ id, fields }) => (
          <li key={id}>{fields.title || t('editor.untitled')}</li>
        ))}
        {drafts.length > SHOWN && (
          <li>{t('drafts.logoutMore', { count: drafts.length - SHOWN })}</li>
        )}
      </ul>
      <div className={dialogStyles.footer}>
        <Button onClick={() => setOpen(false)}>{t('shell.cancel')}</Button>
        <Button variant="danger" loading={isWorking} onClick={() => void go(true)}>
          {t('drafts.logoutDelete')}
        </Button>
        <Button variant="primary" loading={isWorking} onClick={() => void go(false)}>
          {t('drafts.logoutKeep')}
        </Button>
      </div>
    </Dialog>
  );
}
