import { useState, type ReactNode } from 'react';
import { useText } from '../i18n/texts.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import styles from './dialog.module.css';
import { Note } from './note.tsx';

interface ConfirmDialogProps {
  /** `plain`: the action loses no data. */
  kind?: 'danger' | 'plain';
  /** A question that names the object. */
  title: string;
  /** The consequence, in one sentence. */
  children: ReactNode;
  /** The label of the button, a verb; never "OK". */
  confirm: string;
  cancel?: string;
  /** A third button, between cancel and confirm. */
  other?: { readonly label: string; readonly onClick: () => void };
  working?: boolean;
  /** False while a request runs whose response is shown only once. */
  cancellable?: boolean;
  done: boolean;
  error?: string | undefined;
  onConfirm: () => void;
  onClosed: () => void;
}

/** Wide enough for three buttons in one row. */
const WIDTH_WITH_OTHER = 480;

/** Asks the user to confirm an irreversible action. Cancel has the initial focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { t } = useText();
  const [isClosing, setClosing] = useState(false);
  const { cancellable = true } = props;
  const closeDialog = () => {
    if (cancellable) setClosing(true);
  };
  return (
    <Dialog
      open={!isClosing && !props.done}
      title={props.title}
      width={props.other && WIDTH_WITH_OTHER}
      initialFocus="button"
      closable={false}
      onCancel={closeDialog}
      onClosed={props.onClosed}
    >
      <p className={styles.question}>{props.children}</p>
      {props.error && (
        <div className={styles.fields}>
          <Note kind="error">{props.error}</Note>
        </div>
      )}
      <div className={styles.answers}>
        <Button disabled={!cancellable} onClick={closeDialog}>
          {props.cancel ?? t('shell.cancel')}
        </Button>
        {props.other && <Button onClick={props.other.onClick}>{props.other.label}</Button>}
        <Button
          variant={props.kind === 'plain' ? 'primary' : 'dangerSolid'}
          loading={props.working || props.done}
          onClick={props.onConfirm}
        >
          {props.confirm}
        </Button>
      </div>
    </Dialog>
  );
}
