import { useState, type ReactNode } from 'react';
import type { FieldErrors } from '../hooks/field-errors.ts';
import { useText } from '../i18n/texts.tsx';
import { Button } from './button.tsx';
import { ConfirmDiscard } from './confirm-discard.tsx';
import { Dialog } from './dialog.tsx';
import styles from './dialog.module.css';
import { Form } from './form.tsx';
import { Note } from './note.tsx';

interface FormDialogProps {
  title: string;
  help?: string;
  width?: number;
  fillsPhone?: boolean;
  /** The action is irreversible: the submit button is red. */
  danger?: boolean;
  /** The label of the submit button. */
  submit: string;
  fieldErrors: Pick<FieldErrors<never>, 'touchAll' | 'hasErrors'>;
  /** The form has unsaved input: Esc asks before it is discarded. */
  changed: boolean;
  working: boolean;
  /** False while a request runs whose response is shown only once, such as a new token. */
  cancellable?: boolean;
  /** The form was saved: the dialog closes. */
  done: boolean;
  error: string | undefined;
  onSend: () => void;
  /** The user closes the dialog, before the closing animation. */
  onCancel?: () => void;
  /** The closing animation has ended; the parent component can unmount the dialog. */
  onClosed: () => void;
  children: ReactNode;
}

export function FormDialog(props: FormDialogProps) {
  const { t } = useText();
  const [isClosing, setClosing] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const { cancellable = true } = props;
  const closeDialog = () => {
    if (!cancellable) return;
    setClosing(true);
    props.onCancel?.();
  };
  return (
    <>
      <Dialog
        open={!isClosing && !props.done}
        title={props.title}
        width={props.width}
        fillsPhone={props.fillsPhone}
        initialFocus="input:not([hidden], [readonly]), textarea"
        onCancel={(reason) =>
          reason === 'escape-key' && props.changed ? setConfirming(true) : closeDialog()
        }
        onClosed={props.onClosed}
      >
        {props.help && <p className={styles.help}>{props.help}</p>}
        <Form fieldErrors={props.fieldErrors} onSend={props.onSend}>
          <div className={styles.fields}>
            {props.children}
            {props.error && <Note kind="error">{props.error}</Note>}
          </div>
          <div className={styles.footer}>
            <Button disabled={!cancellable} onClick={closeDialog}>
              {t('shell.cancel')}
            </Button>
            <Button
              type="submit"
              variant={props.danger ? 'dangerSolid' : 'primary'}
              loading={props.working || props.done}
            >
              {props.submit}
            </Button>
          </div>
        </Form>
      </Dialog>
      {isConfirming && (
        <ConfirmDiscard
          done={isClosing}
          onConfirm={closeDialog}
          onClosed={() => setConfirming(false)}
        />
      )}
    </>
  );
}
