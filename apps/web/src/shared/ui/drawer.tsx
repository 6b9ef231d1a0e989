import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { useText } from '../i18n/texts.tsx';
import { iconButtonProps } from './icon-button.tsx';
import dialog from './dialog.module.css';
import styles from './drawer.module.css';
import { topDialog, useRestoreFocus } from './dialog.tsx';

interface DrawerProps {
  title: string;
  /** Before the title. */
  leading?: ReactNode;
  /** Buttons beside the close button. */
  tools?: ReactNode;
  foot?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** The details of one record, at the right edge above a list; on phones it fills the screen. A click outside closes it. */
export function Drawer({ title, leading, tools, foot, onClose, children }: DrawerProps) {
  const { t } = useText();
  const popup = useRef<HTMLDivElement>(null);
  const close = useRef<HTMLButtonElement>(null);
  useRestoreFocus();
  return (
    <BaseDialog.Root
      open
      onOpenChange={(_isOpen, { reason }) => {
        // A dialog above the drawer handles its own Esc.
        if (reason !== 'escape-key' || topDialog() === popup.current) onClose();
      }}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={dialog.backdrop} />
        <BaseDialog.Popup
          ref={popup}
          className={styles.drawer}
          initialFocus={close}
          finalFocus={false}
        >
          <header className={styles.head}>
            {leading}
            <BaseDialog.Title className={styles.title}>{title}</BaseDialog.Title>
            {tools}
            <BaseDialog.Close ref={close} {...iconButtonProps({ label: t('shell.close') })}>
              <X />
            </BaseDialog.Close>
          </header>
          <div className={styles.body}>{children}</div>
          {foot && <footer className={styles.foot}>{foot}</footer>}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
