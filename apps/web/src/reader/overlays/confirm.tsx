import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useErrorText } from '../../shared/api/error-text.ts';
import { useText } from '../../shared/i18n/texts.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Note } from '../../shared/ui/note.tsx';
import styles from './confirm.module.css';
import { Modal } from '../../shared/ui/modal.tsx';

interface ConfirmProps {
  /** A question that names the object. */
  title: string;
  /** The label of the button, a verb; never "OK". */
  verb: string;
  isDanger?: boolean;
  /** The consequence is not known yet. */
  isDisabled?: boolean;
  action: () => Promise<void>;
  onClose: () => void;
  /** The consequence, in one sentence. */
  children: ReactNode;
}

/** Asks the user to confirm an action. Cancel has the initial focus; an error is shown in the dialog. */
export function Confirm({
  title,
  verb,
  isDanger = true,
  isDisabled = false,
  action,
  onClose,
  children,
}: ConfirmProps) {
  const { t } = useText();
  const errorText = useErrorText();
  const cancel = useRef<HTMLButtonElement>(null);
  const [isWorking, setWorking] = useState(false);
  const [error, setError] = useState<string>();
  useEffect(() => cancel.current?.focus(), []);
  async function onConfirm() {
    setWorking(true);
    setError(undefined);
    try {
      await action();
    } catch (failure) {
      setError(errorText(failure));
      setWorking(false);
    }
  }
  return (
    <Modal
      variant="confirm"
      title={title}
      onClose={onClose}
      foot={
        <>
          <Button ref={cancel} onClick={onClose}>
            {t('shell.cancel')}
          </Button>
          <Button
            variant={isDanger ? 'dangerSolid' : 'primary'}
            loading={isWorking}
            disabled={isDisabled}
            onClick={() => void onConfirm()}
          >
            {verb}
          </Button>
        </>
      }
    >
      <p>{children}</p>
      {error && (
        <div className={styles.error}>
          <Note kind="error">{error}</Note>
        </div>
      )}
    </Modal>
  );
}
