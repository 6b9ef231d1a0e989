import { Modal, type ModalProps } from 'antd';
import { X } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useText } from '../i18n/texts.tsx';
import styles from './dialog.module.css';
import { focusMain } from './skip-link.tsx';

/** Default width in px, for account dialogs and confirmations. */
const WIDTH = 400;

const slots = {
  container: styles.container ?? '',
  header: styles.header ?? '',
  close: styles.close ?? '',
};

interface DialogProps extends Pick<ModalProps, 'open' | 'onCancel' | 'closable'> {
  title: string;
  width?: number | undefined;
  /** Selector of the element with the initial focus; the first button if nothing matches. */
  initialFocus: string;
  onClosed: () => void;
  children: ReactNode;
}

/** A modal dialog. A click outside does not close it; closing returns the focus to the opener. */
export function Dialog(props: DialogProps) {
  const {
    title,
    width = WIDTH,
    initialFocus,
    closable = true,
    onClosed,
    children,
    ...rest
  } = props;
  const { t } = useText();
  useRestoreFocus();
  return (
    <Modal
      {...rest}
      centered
      width={width}
      className={styles.dialog ?? ''}
      classNames={slots}
      title={<h2>{title}</h2>}
      closable={closable && { closeIcon: <X />, 'aria-label': t('shell.close') }}
      footer={null}
      focusable={{ focusTriggerAfterClose: false }}
      afterClose={onClosed}
    >
      <FocusFirst selector={initialFocus}>{children}</FocusFirst>
    </Modal>
  );
}

/** Restores the focus itself, because antd records the opener too late when animations are off. */
function useRestoreFocus(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
      // The opener was removed together with a deleted object.
      else if (document.activeElement === document.body) focusMain();
    },
    [opener],
  );
}

function FocusFirst({ selector, children }: { selector: string; children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const first = content.current?.querySelector<HTMLElement>(selector);
    (first ?? content.current?.querySelector('button'))?.focus();
  }, [selector]);
  return <div ref={content}>{children}</div>;
}
