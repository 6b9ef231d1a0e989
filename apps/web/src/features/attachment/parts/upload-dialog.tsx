import { calls } from '@octavo/contract';
import { useState } from 'react';
import { uploadFile } from '../../../shared/api/upload-file.ts';
import { UploadArea } from '../../../shared/files/upload-area.tsx';
import type { SendFile } from '../../../shared/files/use-uploads.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import styles from '../attachment.module.css';

const { upload, getMyList } = calls.attachment;

const send: SendFile = (file, options) => uploadFile(upload, 'file', file, {}, options);

export function UploadDialog({ onClosed }: { onClosed: () => void }) {
  const { t } = useText();
  const [isOpen, setOpen] = useState(true);
  return (
    <Dialog
      open={isOpen}
      title={t('attachment.uploadFiles')}
      initialFocus="button"
      onCancel={() => setOpen(false)}
      onClosed={onClosed}
    >
      <div className={styles.upload}>
        <UploadArea send={send} refresh={[getMyList]} />
      </div>
    </Dialog>
  );
}
