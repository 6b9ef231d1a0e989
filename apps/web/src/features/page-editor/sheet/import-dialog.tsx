import { calls } from '@octavo/contract';
import { readWorkbook } from '@octavo/sheet/read-workbook';
import { importWorkbook, type ImportMode } from '@octavo/sheet/import-workbook';
import type { Workbook } from '@octavo/sheet/workbook';
import { writeWorkbook } from '@octavo/sheet/write-workbook';
import { FileUp } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { useErrorText } from '../../../shared/api/error-text.ts';
import { uploadFile } from '../../../shared/api/upload-file.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { CellChanges } from '../../../shared/sheet/cell-changes.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { ChoiceCards } from '../../../shared/ui/choice-cards.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import dialogStyles from '../../../shared/ui/dialog.module.css';
import { Note } from '../../../shared/ui/note.tsx';
import styles from './import-dialog.module.css';

const WIDTH = 760;
const MODES = ['add', 'merge', 'replace'] as const satisfies readonly ImportMode[];

interface ImportDialogProps {
  item_id: number;
  page_id: number;
  current: Workbook;
  onImport: (workbook: Workbook) => void;
  onClosed: () => void;
}

/** Imports a file after a preview of the changes. The import changes the editor only and saves nothing. */
export function ImportDialog(props: ImportDialogProps) {
  const { item_id, page_id, current, onImport, onClosed } = props;
  const { t } = useText();
  const errorText = useErrorText();
  const fileInput = useRef<HTMLInputElement>(null);
  const [mode, setMode] = useState<ImportMode>('add');
  const [file, setFile] = useState<{ name: string; workbook: Workbook }>();
  const [isReading, setReading] = useState(false);
  const [error, setError] = useState<string>();
  const [isOpen, setOpen] = useState(true);
  const imported = useMemo(
    () => file && importWorkbook(current, file.workbook, mode),
    [current, file, mode],
  );
  const isDone = useRef(false);

  async function read(chosen: File | undefined) {
    if (!chosen) return;
    setReading(true);
    setError(undefined);
    try {
      const { page_content } = await uploadFile(calls.sheet.read, 'file', chosen, {
        page_id,
        item_id,
      });
      setFile({ name: chosen.name, workbook: readWorkbook(page_content) });
    } catch (failure) {
      setFile(undefined);
      setError(errorText(failure));
    } finally {
      setReading(false);
    }
  }

  return (
    <Dialog
      open={isOpen}
      width={WIDTH}
      title={t('sheetEditor.importFile')}
      initialFocus="button[data-first]"
      onCancel={() => setOpen(false)}
      onClosed={() => {
        if (isDone.current && imported) onImport(imported);
        onClosed();
      }}
    >
      <p className={dialogStyles.help}>{t('sheetEditor.importText')}</p>
      <div className={styles.file}>
        <Button
          data-first
          icon={<FileUp />}
          loading={isReading}
          onClick={() => fileInput.current?.click()}
        >
          {t('sheetEditor.chooseFile')}
        </Button>
        {file && <output>{file.name}</output>}
        <input
          ref={fileInput}
          type="file"
          accept=".xlsx,.csv,.tsv,.txt"
          hidden
          onChange={({ target }) => {
            void read(target.files?.[0]);
            target.value = '';
          }}
        />
      </div>
      {error && <Note kind="error">{error}</Note>}
      {file && imported && (
        <>
          <ChoiceCards
            label={t('sheetEditor.importWay')}
            value={mode}
            onValue={setMode}
            choices={MODES.map((value) => ({
              value,
              label: t(`sheetEditor.${value}Way`),
              help: t(`sheetEditor.${value}Help`),
            }))}
          />
          <div className={styles.preview}>
            <CellChanges
              current={writeWorkbook(imported)}
              former={writeWorkbook(current)}
              labels={{ current: t('sheetEditor.after'), former: t('sheetEditor.before') }}
            />
          </div>
        </>
      )}
      <div className={dialogStyles.footer}>
        <Button onClick={() => setOpen(false)}>{t('shell.cancel')}</Button>
        <Button
          variant="primary"
          disabled={!imported}
          onClick={() => {
            isDone.current = true;
            setOpen(false);
          }}
        >
          {t('sheetEditor.takeIn')}
        </Button>
      </div>
    </Dialog>
  );
}
