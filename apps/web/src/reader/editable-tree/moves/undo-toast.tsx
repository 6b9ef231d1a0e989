import { CircleCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import {
  dismissToast,
  shownToasts,
  showToast,
  type ShownToast,
} from '../../../shared/ui/toast-store.ts';
import toasts from '../../../shared/ui/toasts.module.css';
import styles from './undo-toast.module.css';

const UNDO_TOAST_MS = 8000;

/** Shows that something was done, with a button that undoes it. It replaces an earlier toast of this kind. */
export function showUndoToast(text: string, action: { label: string; run: () => void }): void {
  dismissUndoToast();
  showToast({ kind: 'done', text, action, Row: UndoRow });
}

export function dismissUndoToast(): void {
  for (const { id, Row } of shownToasts()) if (Row === UndoRow) dismissToast(id);
}

/** Stays while the pointer is over it or its button has the focus. */
function UndoRow({ toast: { id, text, action } }: { toast: ShownToast }) {
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isHeld = isHovered || isFocused;
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(dismissToast, UNDO_TOAST_MS, id);
    return () => clearTimeout(timer);
  }, [id, isHeld]);
  return (
    <div
      className={`${toasts.toast} ${toasts.done} ${styles.toast}`}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <CircleCheck />
      <span className={toasts.text}>{text}</span>
      <button
        type="button"
        className={`${toasts.action} ${styles.action}`}
        onClick={() => {
          dismissToast(id);
          action?.run();
        }}
      >
        {action?.label}
        <kbd className="key" aria-hidden="true">
          Ctrl Z
        </kbd>
      </button>
    </div>
  );
}
