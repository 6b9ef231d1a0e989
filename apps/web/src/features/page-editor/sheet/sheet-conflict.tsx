import { cellName, columnName } from '@octavo/sheet/address';
import type { Conflict } from '@octavo/sheet/conflicts';
import { mergeWorkbooks } from '@octavo/sheet/merge-workbooks';
import { readWorkbook } from '@octavo/sheet/read-workbook';
import type { Workbook } from '@octavo/sheet/workbook';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import type { Autosave } from '../../../shared/autosave/autosave.ts';
import { authorName, type ConflictingVersion } from '../../../shared/autosave/save-state.ts';
import changes from '../../../shared/sheet/cell-changes.module.css';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import dialogStyles from '../../../shared/ui/dialog.module.css';
import { showToast } from '../../../shared/ui/toast-store.ts';
import type { SheetModel } from './sheet-model.ts';

const WIDTH = 720;

interface SheetConflictProps {
  autosave: Autosave;
  model: SheetModel;
  theirs: ConflictingVersion;
  onReplace: (workbook: Workbook) => void;
}

/** Merges the cells after another user has saved; the user decides only about cells, rows and columns that both have changed. */
export function SheetConflict({ autosave, model, theirs, onReplace }: SheetConflictProps) {
  const { t } = useText();
  const [merged] = useState(() =>
    mergeWorkbooks(
      readWorkbook(autosave.base().fields.content),
      readWorkbook(theirs.page_content),
      model.workbook(),
    ),
  );
  const [chosen, setChosen] = useState<ReadonlySet<Conflict>>(new Set());
  const [isDecided, setDecided] = useState(false);
  const hasNoConflicts = merged.conflicts.length === 0;
  const isFinished = useRef(false);

  function applyMerge(workbook: Workbook) {
    if (isFinished.current) return;
    isFinished.current = true;
    onReplace(workbook);
    const { fields } = autosave.base();
    autosave.rebase({
      fields: { ...fields, content: theirs.page_content },
      version: theirs.version,
    });
    showToast({ kind: 'done', text: t('sheetEditor.merged', { name: authorName(theirs) }) });
    void autosave.save();
  }
  useEffect(() => {
    if (hasNoConflicts) applyMerge(merged.decide(chosen));
    // Runs once, when the conflict appears.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  if (hasNoConflicts) return null;

  const nameOf = ({ kind, row, column }: Conflict) => {
    if (kind === 'row') return t('sheet.rowNamed', { name: String(row + 1) });
    if (kind === 'column') return t('sheet.columnNamed', { name: columnName(column) });
    return t('sheet.cellNamed', { name: cellName(row, column) });
  };
  const choose = (conflict: Conflict, isTheirs: boolean) => {
    const next = new Set(chosen);
    if (isTheirs) next.add(conflict);
    else next.delete(conflict);
    setChosen(next);
  };
  return (
    <Dialog
      open={!isDecided}
      closable={false}
      width={WIDTH}
      title={t('sheetEditor.conflictTitle', { name: authorName(theirs) })}
      initialFocus="input"
      onCancel={() => {}}
      onClosed={() => applyMerge(merged.decide(chosen))}
    >
      <p className={dialogStyles.help}>{t('sheetEditor.conflictText')}</p>
      <div className={changes.changes}>
        <table className={changes.list}>
          <thead>
            <tr>
              <th scope="col">{t('sheet.cell')}</th>
              <th scope="col">{t('editor.mine')}</th>
              <th scope="col">{t('editor.theirs')}</th>
            </tr>
          </thead>
          <tbody>
            {merged.conflicts.map((conflict) => {
              const name = nameOf(conflict);
              const key = `${conflict.sheet}!${name} ${conflict.mine === undefined}`;
              return (
                <tr key={key}>
                  <th scope="row">{name}</th>
                  {(['mine', 'theirs'] as const).map((side) => (
                    <td key={side}>
                      <label>
                        <input
                          type="radio"
                          name={key}
                          value={side}
                          checked={chosen.has(conflict) === (side === 'theirs')}
                          onChange={() => choose(conflict, side === 'theirs')}
                        />{' '}
                        {conflict[side] ?? <em>{t('sheetEditor.takenOut')}</em>}
                      </label>
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <div className={dialogStyles.footer}>
        <Button onClick={autosave.dismiss}>{t('editor.backToMine')}</Button>
        <Button variant="primary" onClick={() => setDecided(true)}>
          {t('editor.saveMerged')}
        </Button>
      </div>
    </Dialog>
  );
}
