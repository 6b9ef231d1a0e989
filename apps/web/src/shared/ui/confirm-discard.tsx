import { useText } from '../i18n/texts.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface ConfirmDiscardProps {
  done: boolean;
  onConfirm: () => void;
  onClosed: () => void;
}

/** Asks before a dialog with entered values is closed. */
export function ConfirmDiscard(props: ConfirmDiscardProps) {
  const { t } = useText();
  return (
    <ConfirmDialog
      title={t('form.discardTitle')}
      cancel={t('form.keepEditing')}
      confirm={t('form.discard')}
      {...props}
    >
      {t('form.discardText')}
    </ConfirmDialog>
  );
}
