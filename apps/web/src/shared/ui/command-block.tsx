import styles from './command-block.module.css';
import { CopyButton } from './copy-button.tsx';

/** A shell command to copy; it wraps, so that it is fully visible. */
export function CommandBlock({ label, command }: { label: string; command: string }) {
  return (
    <figure>
      <figcaption className={styles.label}>{label}</figcaption>
      <div className={styles.block}>
        <code className={styles.command}>{command}</code>
        <CopyButton text={command} />
      </div>
    </figure>
  );
}
