import type { AttachedFile } from '@octavo/contract/attachment.entities';
import { formatSize } from '@octavo/texts/format-size';
import { Download, Eye, FileX } from 'lucide-react';
import { FileIcon } from '../../shared/files/file-icon.tsx';
import { previewKind } from '../../shared/files/preview-kind.ts';
import { useText } from '../../shared/i18n/texts.tsx';
import { Time } from '../../shared/i18n/time.tsx';
import { iconButtonProps, IconButton } from '../../shared/ui/icon-button.tsx';
import { Tile } from '../../shared/ui/tile.tsx';
import styles from './attachments.module.css';

/** Adds a query parameter to the URL of a file, which may already have a signature. */
export function urlWithParam({ url }: AttachedFile, field: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}${field}`;
}

interface AttachmentRowProps {
  file: AttachedFile;
  /** Undefined if a browser cannot show the file. */
  onPreview: (() => void) | undefined;
}

/** The row itself triggers its main action; the separate button for it is only for the pointer. */
export function AttachmentRow({ file, onPreview }: AttachmentRowProps) {
  const { t } = useText();
  const name = file.display_name;
  const body = <RowBody file={file} />;
  const main = { className: styles.main, 'data-file': file.file_id };
  if (file.is_missing)
    return (
      <li className={styles.row}>
        <span {...main} tabIndex={-1}>
          {body}
        </span>
      </li>
    );
  const download = { href: urlWithParam(file, 'download=1'), download: name };
  return (
    <li className={styles.row}>
      {onPreview ? (
        <button type="button" {...main} onClick={onPreview}>
          {body}
        </button>
      ) : (
        <a {...main} {...download}>
          {body}
        </a>
      )}
      {onPreview && (
        <IconButton tabIndex={-1} label={t('reader.previewFile', { name })} onClick={onPreview}>
          <Eye />
        </IconButton>
      )}
      <a
        {...iconButtonProps({ label: t('reader.downloadFile', { name }) })}
        {...download}
        {...(!onPreview && { tabIndex: -1 })}
      >
        <Download />
      </a>
    </li>
  );
}

function RowBody({ file }: { file: AttachedFile }) {
  const { t } = useText();
  const { is_missing, file_size, username, addtime } = file;
  return (
    <>
      <Picture file={file} />
      <span className={styles.text}>
        <span className={styles.name}>{file.display_name}</span>
        <span className={styles.facts}>
          {is_missing ? t('reader.fileMissing') : formatSize(file_size)}
          {username && ` · ${username}`}
          {' · '}
          <Time value={addtime} />
        </span>
      </span>
    </>
  );
}

function Picture({ file }: { file: AttachedFile }) {
  if (file.is_missing)
    return (
      <Tile>
        <FileX />
      </Tile>
    );
  if (previewKind(file) !== 'image') return <FileIcon file={file} />;
  const source = urlWithParam(file, 'w=480');
  return <img className={styles.thumb} src={source} width={32} height={32} alt="" loading="lazy" />;
}
