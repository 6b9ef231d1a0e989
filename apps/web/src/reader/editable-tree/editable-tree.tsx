import { FilePlus } from 'lucide-react';
import { AdditionalTexts } from '../../shared/i18n/additional-texts.tsx';
import { useText } from '../../shared/i18n/texts.tsx';
import { Button } from '../../shared/ui/button.tsx';
import type { TreeRow } from '../model/menu.ts';
import type { ItemReading } from '../model/use-item-reading.ts';
import { Row, TreeList, type TreeProps } from '../parts/tree.tsx';
import { DragOverlay } from './drag/drag-overlay.tsx';
import { EditableRow } from './rows/editable-row.tsx';
import styles from './editable-tree.module.css';
import { useMovedRows } from './drag/moving-rows.ts';
import { OpenRowMenu } from './rows/open-row-menu.tsx';
import { RenameRow } from './rows/rename-row.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { treeTexts } from './tree-texts.ts';
import { useTreeEditor } from './use-tree-editor.tsx';

/** The tree for users who may edit the item. It replaces the plain tree, whose position and focus it takes over. */
export function EditableTree({ reading }: TreeProps) {
  return (
    <AdditionalTexts tables={treeTexts}>
      <Editor reading={reading} />
    </AdditionalTexts>
  );
}

function Editor({ reading }: { reading: ItemReading }) {
  const editor = useTreeEditor(reading);
  const { tree, rights, naming, selection, menu, dialog } = editor;
  const moved = useMovedRows(editor.moving);

  function renderRow(row: TreeRow, at: number) {
    const { key } = row;
    if (naming.edited?.key === key)
      return <RenameRow key={key} row={row} {...naming.fieldProps(row, tree.focusRow)} />;
    const props = tree.rowProps(row, at);
    // Rows that cannot be selected have no `aria-selected`.
    if (rights[at] === 'none') return <Row key={key} {...props} aria-selected={undefined} />;
    const isSelected = selection.keys.has(key);
    return (
      <EditableRow
        key={key}
        {...props}
        isSelected={isSelected}
        isMenuOpen={menu.open?.key === key}
        isMoving={moved?.keys.has(key) ?? false}
        hasGrip={selection.isTouch}
      />
    );
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={styles.editable}
      data-selecting={selection.count > 0 || undefined}
      data-sheet={(menu.open && !menu.open.anchor) || undefined}
      onKeyDown={editor.onEscape}
    >
      {selection.count > 0 && (
        <SelectionBar
          list={tree.list}
          count={selection.count}
          onMove={() => editor.openMove(selection)}
          onDelete={() => editor.openDelete(selection)}
          onClear={editor.clearSelection}
        />
      )}
      {tree.rows.length === 0 ? (
        <EmptyTree onNewPage={() => naming.startDraft(undefined, 'page')} />
      ) : (
        <TreeList
          tree={tree}
          aria-multiselectable
          renderRow={renderRow}
          onKeyDown={editor.onKeyDown}
          {...editor.pointerProps}
        >
          <DragOverlay
            anchor={editor.dragAnchor}
            rowHeight={tree.rowHeight}
            moving={editor.moving}
          />
        </TreeList>
      )}
      <OpenRowMenu editor={editor} item={reading.item} />
      {dialog}
      <div className="visually-hidden" aria-live="assertive">
        {editor.announcement}
      </div>
    </div>
  );
}

function EmptyTree({ onNewPage }: { onNewPage: () => void }) {
  const { t } = useText();
  return (
    <div className={styles.empty}>
      {t('reader.noPagesTitle')}
      <Button icon={<FilePlus />} onClick={onNewPage}>
        {t('reader.newPage')}
      </Button>
    </div>
  );
}
