import { Modal, type ModalProps } from 'antd';
import { X } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
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
  /** What has the focus first, as a selector within the dialog. */
  focusOn: string;
  onClosed: () => void;
  children: ReactNode;
}

/** The one window over a screen: never closed by a press outside, its opener gets the focus back. */
export function Dialog(props: DialogProps) {
  const { title, width = WIDTH, focusOn, closable = true, onClosed, children, ...rest } = props;
  const { t } = useText();
  useEffect(
    () => () => {
      // The opener may be gone, together with what was deleted.
      if (document.activeElement === document.body) focusMain();
    },
    [],
  );
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
      afterClose={onClosed}
    >
      <FocusFirst on={focusOn}>{children}</FocusFirst>
    </Modal>
  );
}

/** An autofocus attribute would act too early: the library has to note the opener before. */
function FocusFirst({ on, children }: { on: string; children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    content.current?.querySelector<HTMLElement>(on)?.focus();
  }, [on]);
  return <div ref={content}>{children}</div>;
}
