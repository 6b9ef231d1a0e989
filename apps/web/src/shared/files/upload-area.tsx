import { formatSize } from '@octavo/texts/format-size';
import { calls } from '@octavo/contract';
import { DEFAULT_MAX_FILE_BYTES, MEGABYTE } from '@octavo/contract/file-size';
import type { Call } from '@octavo/contract/define-call';
import { Upload as UploadIcon, X } from 'lucide-react';
import { useRef, useState, type DragEvent } from 'react';
import { useCall } from '../api/use-call.ts';
import { useText } from '../i18n/texts.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import styles from './upload-area.module.css';
import { useUploads, type SendFile, type Upload } from './use-uploads.ts';

interface UploadAreaProps {
  send: SendFile;
  /** Queries to invalidate after an upload. */
  refresh: readonly Call[];
  onStart?: () => void;
  /** Describes which files can be dropped; default: attachments up to the site's size limit. */
  hint?: string;
  /** One file at a time. */
  single?: boolean;
}

const isUploading = ({ error }: Upload) => error === undefined;
const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');

/** A button that opens the file chooser and accepts dropped files, with the list of running uploads below. */
export function UploadArea({ send, refresh, onStart, hint, single = false }: UploadAreaProps) {
  const { t } = useText();
  const { data: site } = useCall(calls.common.homePageSetting, {});
  const size = formatSize(site ? site.attachment_size_m * MEGABYTE : DEFAULT_MAX_FILE_BYTES);
  const { uploads, start, cancel } = useUploads(send, refresh);
  const chooser = useRef<HTMLInputElement>(null);
  const [isDragOver, setDragOver] = useState(false);
  const addFiles = (files: FileList | null) => {
    const chosen = Array.from(files ?? []);
    if (chosen.length === 0 || (single && uploads.some(isUploading))) return;
    onStart?.();
    void start(single ? chosen.slice(0, 1) : chosen);
  };
  return (
    <div
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setDragOver(true);
      }}
      onDragLeave={() => setDragOver(false)}
      onDrop={(event) => {
        setDragOver(false);
        if (!hasFiles(event)) return;
        event.preventDefault();
        addFiles(event.dataTransfer.files);
      }}
    >
      <button
        type="button"
        className={isDragOver ? `${styles.zone} ${styles.over}` : styles.zone}
        onClick={() => chooser.current?.click()}
      >
        <UploadIcon />
        <b>{t('attachment.upload')}</b>
        <span>{hint ?? t('attachment.drop', { size })}</span>
      </button>
      <input
        ref={chooser}
        type="file"
        multiple={!single}
        hidden
        onChange={({ target }) => {
          addFiles(target.files);
          // Reset, so that the same file can be chosen again after it was rejected.
          target.value = '';
        }}
      />
      {uploads.length > 0 && (
        <ul className={styles.list}>
          {uploads.map((upload) => (
            <UploadRow key={upload.id} upload={upload} onCancel={() => cancel(upload.id)} />
          ))}
        </ul>
      )}
    </div>
  );
}

function UploadRow({ upload, onCancel }: { upload: Upload; onCancel: () => void }) {
  const { t } = useText();
  const { name, fraction, error } = upload;
  return (
    <li className={styles.row}>
      <span className={styles.name}>
        {name}
        {error === undefined ? (
          <progress aria-label={t('attachment.uploading', { name })} value={fraction} max={1} />
        ) : (
          <small role="alert">{error}</small>
        )}
      </span>
      <IconButton
        label={error === undefined ? t('attachment.cancel', { name }) : t('shell.dismiss')}
        onClick={onCancel}
      >
        <X />
      </IconButton>
    </li>
  );
}
