import { FileIcon } from './file-icon.tsx';
import styles from './file-name.module.css';

/** The icon and name of a file, for the first column of a list. */
export function FileName({ file }: { file: { file_type: string; display_name: string } }) {
  return (
    <span className={styles.file}>
      <FileIcon file={file} />
      <span className={styles.name}>{file.display_name}</span>
    </span>
  );
}
