import { useState } from 'react';
import { decodeText } from '../../../shared/files/decode-text.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import styles from './text-file-dialog.module.css';
import { toMarkdown, isTableFile } from './text-file.ts';

interface TextFileDialogProps {
  file: File;
  onAttach: () => void;
  onInsert: (markdown: string) => void;
  onClosed: () => void;
}

/** Asks whether to attach a dropped text file or to insert its text into the page. */
export function TextFileDialog({ file, onAttach, onInsert, onClosed }: TextFileDialogProps) {
  const { t } = useText();
  const [isOpen, setOpen] = useState(true);
  const close = () => setOpen(false);
  async function insert(format: 'table' | 'text') {
    try {
      onInsert(toMarkdown(file, decodeText(new Uint8Array(await file.arrayBuffer())), format));
    } catch {
      showToast({ kind: 'error', text: t('attachment.textUnreadable', { name: file.name }) });
    }
    close();
  }
  return (
    <Dialog
      open={isOpen}
      title={file.name}
      width={480}
      initialFocus="button"
      onCancel={close}
      onClosed={onClosed}
    >
      <p className={styles.question}>{t('attachment.textQuestion')}</p>
      <div className={styles.choices}>
        <Button
          variant="primary"
          onClick={() => {
            onAttach();
            close();
          }}
        >
          {t('attachment.attachFile')}
        </Button>
        {isTableFile(file) && (
          <Button onClick={() => void insert('table')}>{t('attachment.insertTable')}</Button>
        )}
        <Button onClick={() => void insert('text')}>{t('attachment.insertText')}</Button>
      </div>
    </Dialog>
  );
}
