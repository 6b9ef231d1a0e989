import styles from './shortcuts-dialog.module.css';

interface ShortcutListProps {
  shortcuts: readonly (readonly [keys: readonly string[], label: string])[];
}

/** Keys and what they do. */
export function ShortcutList({ shortcuts }: ShortcutListProps) {
  return (
    <dl className={styles.list}>
      {shortcuts.map(([keys, label]) => (
        <div key={label} className={styles.row}>
          <dt>
            {keys.map((key) => (
              <kbd key={key} className="key">
                {key}
              </kbd>
            ))}
          </dt>
          <dd>{label}</dd>
        </div>
      ))}
    </dl>
  );
}
