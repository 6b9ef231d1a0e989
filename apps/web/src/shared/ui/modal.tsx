import { X } from 'lucide-react';
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { useText } from '../i18n/texts.tsx';
import { IconButton } from './icon-button.tsx';
import { focusMain } from './skip-link.tsx';
import styles from './modal.module.css';

interface ModalProps {
  title: string;
  /** Below the title. */
  subtitle?: string;
  /** dialog: centred; wide: centred, with lists up to its foot; confirm: small, without a close button; drawer: at the right edge. */
  variant: 'dialog' | 'wide' | 'confirm' | 'drawer';
  /** Beside the title of a drawer. */
  aside?: ReactNode;
  foot?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/**
 * The native modal dialog, which traps the focus and restores it when it closes. A click outside closes only a drawer.
 */
export function Modal({ title, subtitle, variant, aside, foot, onClose, children }: ModalProps) {
  const { t } = useText();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  // A dialog restores the focus only if it is closed before it is removed from the document.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    return () => {
      element?.close();
      // The opener may have been removed together with a deleted object.
      if (document.activeElement === document.body) focusMain();
    };
  }, []);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={`${styles.modal} ${styles[variant]}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (variant === 'drawer' && event.target === dialog.current) onClose();
      }}
    >
      <div className={styles.frame}>
        <div className={styles.head}>
          {subtitle === undefined ? (
            <h2 id={id}>{title}</h2>
          ) : (
            <div className={styles.titles}>
              <h2 id={id}>{title}</h2>
              <p>{subtitle}</p>
            </div>
          )}
          {aside && <span className={styles.aside}>{aside}</span>}
          {variant !== 'confirm' && (
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
