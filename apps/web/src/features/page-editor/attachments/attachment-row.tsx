import { formatSize } from '@octavo/texts/format-size';
import type { PageFile } from '@octavo/contract/attachment.entities';
import { Trash2 } from 'lucide-react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Time } from '../../../shared/i18n/time.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import styles from './attachments-dialog.module.css';

interface AttachmentRowProps {
  file: PageFile;
  onInsert: () => void;
  /** Absent when the user may not delete the file. */
  onDelete?: () => void;
}

export function AttachmentRow({ file, onInsert, onDelete }: AttachmentRowProps) {
  const { t } = useText();
  const name = file.display_name;
  return (
    <li className={styles.row}>
      <span className={styles.name}>
        <a href={file.url} target="_blank" rel="noreferrer">
          {name}
        </a>
        <small>
          {formatSize(file.file_size)} · {file.username} · <Time value={file.addtime} />
        </small>
      </span>
      <Button size="small" aria-label={t('attachment.insertFile', { name })} onClick={onInsert}>
        {t('attachment.insert')}
      </Button>
      {onDelete && (
        <IconButton danger label={t('attachment.delete', { name })} onClick={onDelete}>
          <Trash2 />
        </IconButton>
      )}
    </li>
  );
}
