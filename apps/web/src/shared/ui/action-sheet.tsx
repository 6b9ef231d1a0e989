import { useEffect, useId, useRef, type ReactNode } from 'react';
import styles from './action-sheet.module.css';

interface SheetAction {
  readonly label: string;
  readonly icon: ReactNode;
  readonly danger?: boolean;
  readonly run: () => void;
}

interface ActionSheetProps {
  /** The name of the object of the actions. */
  title: string;
  help?: string;
  actions: readonly SheetAction[];
  onClosed: () => void;
}

/** The actions of one object, as a sheet at the bottom of a small screen. Esc or a click outside closes it. */
export function ActionSheet({ title, help, actions, onClosed }: ActionSheetProps) {
  const id = useId();
  const sheet = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    sheet.current?.showModal();
  }, []);
  return (
    // The browser itself closes the dialog with Esc.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={sheet}
      className={styles.sheet}
      aria-labelledby={id}
      onClose={onClosed}
      onClick={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
    >
      <div className={styles.content}>
        <h2 id={id}>{title}</h2>
        {help && <p>{help}</p>}
        <ul>
          {actions.map(({ label, icon, danger, run }) => (
            <li key={label}>
              <button
                type="button"
                className={danger ? `${styles.action} ${styles.danger}` : styles.action}
                onClick={() => {
                  sheet.current?.close();
                  run();
                }}
              >
                {icon}
                {label}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </dialog>
  );
}
