import type { ReactNode } from 'react';
import styles from './action-sheet.module.css';
import { BottomSheet } from './bottom-sheet.tsx';

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

/** The actions of one object, as a sheet at the bottom of a small screen. */
export function ActionSheet({ title, help, actions, onClosed }: ActionSheetProps) {
  return (
    <BottomSheet label={title} onClose={onClosed}>
      <div className={styles.head}>
        <h2>{title}</h2>
        {help && <p>{help}</p>}
      </div>
      <ul>
        {actions.map(({ label, icon, danger, run }) => (
          <li key={label} className={danger ? styles.last : undefined}>
            <button
              type="button"
              className={danger ? `${styles.action} ${styles.danger}` : styles.action}
              onClick={() => {
                onClosed();
                run();
              }}
            >
              {icon}
              {label}
            </button>
          </li>
        ))}
      </ul>
    </BottomSheet>
  );
}
