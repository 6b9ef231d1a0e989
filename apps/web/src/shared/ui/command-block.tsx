import styles from './command-block.module.css';
import { CopyButton } from './copy-button.tsx';

/** A command to be taken into a terminal; it wraps, so that all of it can be read. */
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
