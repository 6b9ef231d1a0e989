import { useState, type ReactNode } from 'react';
import type { Problems } from '../hooks/problems.ts';
import { useText } from '../i18n/texts.tsx';
import { Button } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';
import styles from './dialog.module.css';
import { Form } from './form.tsx';
import { Note } from './note.tsx';

interface FormDialogProps {
  title: string;
  help?: string;
  width?: number;
  /** It cannot be taken back: the button is red. */
  danger?: boolean;
  /** The words of the primary button. */
  submit: string;
  problems: Pick<Problems<never>, 'tellAll' | 'any'>;
  /** Something was typed: Esc asks before it is thrown away. */
  changed: boolean;
  working: boolean;
  /** Saved: the dialog closes by itself. */
  done: boolean;
  error: string | undefined;
  onSend: () => void;
  /** The closing motion is over; whoever mounted the dialog takes it away. */
  onClosed: () => void;
  children: ReactNode;
}

export function FormDialog(props: FormDialogProps) {
  const { t } = useText();
  const [left, setLeft] = useState(false);
  const [asking, setAsking] = useState(false);
  const leave = () => setLeft(true);
  return (
    <>
      <Dialog
        open={!left && !props.done}
        title={props.title}
        width={props.width}
        focusOn="input:not([hidden], [readonly]), textarea"
        onCancel={({ type }) => (type === 'keydown' && props.changed ? setAsking(true) : leave())}
        onClosed={props.onClosed}
      >
        {props.help && <p className={styles.help}>{props.help}</p>}
        <Form problems={props.problems} onSend={props.onSend}>
          <div className={styles.fields}>
            {props.children}
            {props.error && <Note kind="error">{props.error}</Note>}
          </div>
          <div className={styles.footer}>
            <Button onClick={leave}>{t('shell.cancel')}</Button>
            <Button
              type="submit"
              variant={props.danger ? 'dangerSolid' : 'primary'}
              loading={props.working}
            >
              {props.submit}
            </Button>
          </div>
        </Form>
      </Dialog>
      {asking && (
        <ConfirmDialog
          title={t('shell.discardTitle')}
          cancel={t('shell.keepEditing')}
          confirm={t('shell.discard')}
          done={left}
          onConfirm={leave}
          onClosed={() => setAsking(false)}
        >
          {t('shell.discardText')}
        </ConfirmDialog>
      )}
    </>
  );
}
