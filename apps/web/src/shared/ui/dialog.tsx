import { Modal, type ModalProps } from 'antd';
import { X } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useText } from '../i18n/texts.tsx';
import styles from './dialog.module.css';
import { focusMain } from './skip-link.tsx';

/** Account dialogs and confirmations; others say theirs. */
const WIDTH = 400;

const slots = {
  container: styles.container ?? '',
  header: styles.header ?? '',
  close: styles.close ?? '',
};

interface DialogProps extends Pick<ModalProps, 'open' | 'onCancel' | 'closable'> {
  title: string;
  width?: number | undefined;
  /** What has the focus first, as a selector within the dialog; without it, its first button. */
  focusOn: string;
  onClosed: () => void;
  children: ReactNode;
}

/** The one window over a screen: never closed by a press outside, its opener gets the focus back. */
export function Dialog(props: DialogProps) {
  const { title, width = WIDTH, focusOn, closable = true, onClosed, children, ...rest } = props;
  const { t } = useText();
  useFocusBack();
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
      <FocusFirst on={focusOn}>{children}</FocusFirst>
    </Modal>
  );
}

/** The library notes the opener too late when it shows its content without motion. */
function useFocusBack(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
      // Gone together with what was deleted.
      else if (document.activeElement === document.body) focusMain();
    },
    [opener],
  );
}

function FocusFirst({ on, children }: { on: string; children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const first = content.current?.querySelector<HTMLElement>(on);
    (first ?? content.current?.querySelector('button'))?.focus();
  }, [on]);
  return <div ref={content}>{children}</div>;
}
