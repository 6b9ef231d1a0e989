import { useState } from 'react';
import { useText } from '../shared/i18n/texts.tsx';
import { draftStore } from '../shared/autosave/draft-store.ts';
import type { Draft } from '../shared/autosave/draft.ts';
import { Button } from '../shared/ui/button.tsx';
import { Dialog } from '../shared/ui/dialog.tsx';
import dialogStyles from '../shared/ui/dialog.module.css';
import styles from './logout-dialog.module.css';

const MAX_LISTED = 5;

interface LogoutDialogProps {
  drafts: readonly Draft[];
  onLogout: () => Promise<void>;
  onClosed: () => void;
}

/** Asks whether to delete the unsaved drafts on this device, which may be a shared computer. */
export function LogoutDialog({ drafts, onLogout, onClosed }: LogoutDialogProps) {
  const { t } = useText();
  const [isOpen, setOpen] = useState(true);
  const [isWorking, setWorking] = useState(false);
  async function onConfirm(isDeleting: boolean) {
    setWorking(true);
    if (isDeleting) await Promise.all(drafts.map(({ id }) => draftStore.remove(id)));
    await onLogout().finally(() => setWorking(false));
  }
  return (
    <Dialog
      open={isOpen}
      width={480}
      title={t('drafts.logoutTitle')}
      initialFocus="button"
      onCancel={() => setOpen(false)}
      onClosed={onClosed}
    >
      <p className={dialogStyles.help}>{t('drafts.logoutText')}</p>
      <ul className={styles.names}>
        {drafts.slice(0, MAX_LISTED).map(({ id, fields }) => (
          <li key={id}>{fields.title || t('editor.untitled')}</li>
        ))}
        {drafts.length > MAX_LISTED && (
          <li>{t('drafts.logoutMore', { count: drafts.length - MAX_LISTED })}</li>
        )}
      </ul>
      <div className={dialogStyles.footer}>
        <Button onClick={() => setOpen(false)}>{t('shell.cancel')}</Button>
        <Button variant="danger" loading={isWorking} onClick={() => void onConfirm(true)}>
          {t('drafts.logoutDelete')}
        </Button>
        <Button variant="primary" loading={isWorking} onClick={() => void onConfirm(false)}>
          {t('drafts.logoutKeep')}
        </Button>
      </div>
    </Dialog>
  );
}
