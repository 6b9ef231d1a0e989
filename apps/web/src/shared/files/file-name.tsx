import { FileIcon } from './file-icon.tsx';
import styles from './file-name.module.css';

/** A file as the first thing in a row: what it is, and what it is called. */
export function FileName({ file }: { file: { file_type: string; display_name: string } }) {
  return (
    <span className={styles.file}>
      <FileIcon file={file} />
      <span className={styles.name}>{file.display_name}</span>
    </span>
  );
}
