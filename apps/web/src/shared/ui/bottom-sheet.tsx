import { useRef, useState, type ReactNode } from 'react';
import styles from './bottom-sheet.module.css';

interface BottomSheetProps {
  label: string;
  /** Called with the height of the open sheet, which covers what is behind it. */
  onShown?: (height: number) => void;
  onClose: () => void;
  children: ReactNode;
}

/** A modal sheet at the bottom of a small screen while it is mounted. Esc or a tap outside closes it. */
export function BottomSheet({ label, onShown, onClose, children }: BottomSheetProps) {
  /** The end of the long press that has opened the sheet is not a tap on it. */
  const isTouched = useRef(false);
  // Another function would close the sheet and open it again.
  const [open] = useState(() => (sheet: HTMLDialogElement) => {
    sheet.showModal();
    onShown?.(sheet.offsetHeight);
    return () => sheet.close();
  });
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={open}
      className={styles.sheet}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={() => {
        isTouched.current = true;
      }}
      onClickCapture={(event) => {
        if (!isTouched.current && event.detail > 0) event.stopPropagation();
      }}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) onClose();
      }}
    >
      <div className={styles.content}>{children}</div>
    </dialog>
  );
}
