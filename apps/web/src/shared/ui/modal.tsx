import { X } from 'lucide-react';
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { useText } from '../i18n/texts.tsx';
import { IconButton } from './icon-button.tsx';
import { focusMain } from './skip-link.tsx';
import styles from './modal.module.css';

interface ModalProps {
  title: string;
  /** dialog: in the middle; confirm: a small one without a cross; drawer: from the right. */
  look: 'dialog' | 'confirm' | 'drawer';
  /** Beside the title of a drawer. */
  aside?: ReactNode;
  foot?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/**
 * The browser's own modal dialog: it keeps the focus inside and gives it back. Only a drawer closes
 * by a press outside.
 */
export function Modal({ title, look, aside, foot, onClose, children }: ModalProps) {
  const { t } = useText();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  // A dialog gives the focus back only if it is closed before it is taken out of the document.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    return () => {
      element?.close();
      // The opener may be gone, together with what was deleted.
      if (document.activeElement === document.body) focusMain();
    };
  }, []);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={`${styles.modal} ${styles[look]}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (look === 'drawer' && event.target === dialog.current) onClose();
      }}
    >
      <div className={styles.frame}>
        <div className={styles.head}>
          <h2 id={id}>{title}</h2>
          {aside && <span className={styles.aside}>{aside}</span>}
          {look !== 'confirm' && (
            <IconButton label={t('shell.close')} onClick={onClose}>
              <X />
            </IconButton>
          )}
        </div>
        <div className={styles.body}>{children}</div>
        {foot && <div className={styles.foot}>{foot}</div>}
      </div>
    </dialog>
  );
}
