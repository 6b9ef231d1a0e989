import { calls } from '@octavo/contract';
import { readWorkbook } from '@octavo/sheet/read-workbook';
import { takeIn, type TakeIn } from '@octavo/sheet/take-in';
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
const WAYS = ['add', 'merge', 'replace'] as const satisfies readonly TakeIn[];

interface ImportDialogProps {
  item_id: number;
  page_id: number;
  current: Workbook;
  onTaken: (workbook: Workbook) => void;
  onClosed: () => void;
}

/** Imports a file after a preview of the changes. The import changes the editor only and saves nothing. */
export function ImportDialog(props: ImportDialogProps) {
  const { item_id, page_id, current, onTaken, onClosed } = props;
  const { t } = useText();
  const errorText = useErrorText();
  const chooser = useRef<HTMLInputElement>(null);
  const [way, setWay] = useState<TakeIn>('add');
  const [file, setFile] = useState<{ name: string; workbook: Workbook }>();
  const [isReading, setReading] = useState(false);
  const [error, setError] = useState<string>();
  const [isOpen, setOpen] = useState(true);
  const taken = useMemo(() => file && takeIn(current, file.workbook, way), [current, file, way]);
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
    } catch (refused) {
      setFile(undefined);
      setError(errorText(refused));
    } finally {
      setReading(false);
    }
  }

  return (
    <Dialog
      open={isOpen}
      width={WIDTH}
      title={t('sheetEditor.importFile')}
      focusOn="button[data-first]"
      onCancel={() => setOpen(false)}
      onClosed={() => {
        if (isDone.current && taken) onTaken(taken);
        onClosed();
      }}
    >
      <p className={dialogStyles.help}>{t('sheetEditor.importText')}</p>
      <div className={styles.file}>
        <Button
          data-first
          icon={<FileUp />}
          loading={isReading}
          onClick={() => chooser.current?.click()}
        >
          {t('sheetEditor.chooseFile')}
        </Button>
        {file && <output>{file.name}</output>}
        <input
          ref={chooser}
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
      {file && taken && (
        <>
          <ChoiceCards
            label={t('sheetEditor.importWay')}
            value={way}
            onValue={setWay}
            choices={WAYS.map((value) => ({
              value,
              label: t(`sheetEditor.${value}Way`),
              help: t(`sheetEditor.${value}Help`),
            }))}
          />
          <div className={styles.preview}>
            <CellChanges
              current={writeWorkbook(taken)}
              former={writeWorkbook(current)}
              words={{ current: t('sheetEditor.after'), former: t('sheetEditor.before') }}
            />
          </div>
        </>
      )}
      <div className={dialogStyles.footer}>
        <Button onClick={() => setOpen(false)}>{t('shell.cancel')}</Button>
        <Button
          variant="primary"
          disabled={!taken}
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
