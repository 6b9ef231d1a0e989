import type { AttachedFile } from '@octavo/contract/attachment.entities';
import { ChevronLeft, ChevronRight, Download, X } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { previewKind } from '../../shared/files/preview-kind.ts';
import { useText } from '../../shared/i18n/texts.tsx';
import { iconButtonProps, IconButton } from '../../shared/ui/icon-button.tsx';
import styles from './attachment-preview.module.css';
import { urlWithParam } from './attachment-row.tsx';
import { TextPreview } from './text-preview.tsx';

interface AttachmentPreviewProps {
  /** The files that a browser can show. */
  files: readonly AttachedFile[];
  firstId: number;
  /** Called with the id of the last shown file. */
  onClosed: (fileId: number) => void;
}

/** A full-screen preview of a file; closing it returns to the list. */
export function AttachmentPreview({ files, firstId, onClosed }: AttachmentPreviewProps) {
  const { t } = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  const download = useRef<HTMLAnchorElement>(null);
  const [at, setAt] = useState(() => files.findIndex(({ file_id }) => file_id === firstId));
  const file = files[at];
  useLayoutEffect(() => dialog.current?.showModal(), []);
  if (!file) return null;
  const go = (step: number) => setAt((files.length + at + step) % files.length);
  const name = file.display_name;
  return (
    // The browser itself closes the dialog with Esc.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={styles.preview}
      aria-label={name}
      onClose={(event) => {
        event.stopPropagation();
        onClosed(file.file_id);
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        // A focused media player uses the arrow keys itself.
        const { key, ctrlKey, metaKey, altKey } = event;
        if (event.target instanceof HTMLMediaElement || ctrlKey || metaKey || altKey) return;
        if (key === 'ArrowLeft') go(-1);
        if (key === 'ArrowRight') go(1);
        if (key.toLowerCase() === 'd') download.current?.click();
      }}
    >
      <div className={styles.head}>
        <span className={styles.name}>{name}</span>
        {files.length > 1 && (
          <span className={styles.position} aria-live="polite">
            {t('reader.filePosition', { at: at + 1, total: files.length })}
          </span>
        )}
        <a
          ref={download}
          {...iconButtonProps({ label: t('reader.downloadFile', { name }) })}
          href={urlWithParam(file, 'download=1')}
          download={name}
        >
          <Download />
        </a>
        <IconButton label={t('shell.close')} onClick={() => dialog.current?.close()}>
          <X />
        </IconButton>
      </div>
      <div className={styles.stage}>
        {files.length > 1 && (
          <IconButton label={t('reader.previousFile')} onClick={() => go(-1)}>
            <ChevronLeft />
          </IconButton>
        )}
        <div className={styles.content}>
          <FilePreview key={file.file_id} file={file} />
        </div>
        {files.length > 1 && (
          <IconButton label={t('reader.nextFile')} onClick={() => go(1)}>
            <ChevronRight />
          </IconButton>
        )}
      </div>
    </dialog>
  );
}

function FilePreview({ file }: { file: AttachedFile }) {
  const { t } = useText();
  const [isBroken, setBroken] = useState(false);
  const onError = () => setBroken(true);
  const name = file.display_name;
  if (isBroken) return <p className={styles.note}>{t('reader.previewFailed')}</p>;
  switch (previewKind(file)) {
    case 'image':
      return <img className={styles.media} src={file.url} alt={name} onError={onError} />;
    case 'pdf':
      // The file is sandboxed by its content security policy; the sandbox attribute would block the PDF viewer.
      // oxlint-disable-next-line react/iframe-missing-sandbox
      return <iframe className={styles.frame} src={urlWithParam(file, 'embed=1')} title={name} />;
    case 'audio':
      return (
        // Uploaded files have no captions.
        // oxlint-disable-next-line jsx-a11y/media-has-caption
        <audio
          controls
          className={styles.audio}
          src={file.url}
          aria-label={name}
          onError={onError}
        />
      );
    case 'video':
      return (
        // oxlint-disable-next-line jsx-a11y/media-has-caption
        <video
          controls
          className={styles.media}
          src={file.url}
          aria-label={name}
          onError={onError}
        />
      );
    case 'text':
      return <TextPreview file={file} onError={onError} />;
    default:
      return null;
  }
}
