import { useState, type ReactNode } from 'react';
import { useText } from '../i18n/texts.tsx';
import { Button } from './button.tsx';
import { Checkbox } from './checkbox.tsx';
import { Dialog } from './dialog.tsx';
import dialog from './dialog.module.css';
import styles from './new-secret-dialog.module.css';
import { Note } from './note.tsx';
import { SecretField } from './secret-field.tsx';

const WIDTH = 560;

interface NewSecretDialogProps {
  /** What the secret is for. */
  help: ReactNode;
  secret: string;
  /** How it is used. */
  children?: ReactNode;
  onClosed: () => void;
}

/** Shows a new token once. It closes only after the user has confirmed to have kept it. */
export function NewSecretDialog({ help, secret, children, onClosed }: NewSecretDialogProps) {
  const { t } = useText();
  const [isKept, setKept] = useState(false);
  const [isClosing, setClosing] = useState(false);
  return (
    <Dialog
      open={!isClosing}
      title={t('accessToken.createdTitle')}
      width={WIDTH}
      closable={false}
      initialFocus="input"
      onCancel={() => {
        if (isKept) setClosing(true);
      }}
      onClosed={onClosed}
    >
      <p className={dialog.help}>{help}</p>
      <div className={dialog.fields}>
        <Note kind="warning">{t('accessToken.copyNow')}</Note>
        <SecretField label={t('accessToken.token')} value={secret} />
        {children}
      </div>
      <div className={dialog.footer}>
        <label className={styles.kept}>
          <Checkbox checked={isKept} onChecked={setKept} />
          {t('accessToken.kept')}
        </label>
        <Button variant="primary" disabled={!isKept} onClick={() => setClosing(true)}>
          {t('accessToken.done')}
        </Button>
      </div>
    </Dialog>
  );
}
