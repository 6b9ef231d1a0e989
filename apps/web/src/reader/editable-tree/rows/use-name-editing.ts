import { MAX_CATALOG_NAME_LENGTH, MAX_PAGE_TITLE_LENGTH } from '@octavo/contract/limits';
import { paths } from '@octavo/contract/paths';
import { useEffect, useRef, useState } from 'react';
import { randomId } from '../../../shared/autosave/random-id.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { catalogKey, titleOf, type TreeRow } from '../../model/menu.ts';
import type { ItemReading } from '../../model/use-item-reading.ts';
import { draftAt, draftKey, type DraftRow } from './draft-row.ts';
import type { RenameFieldProps } from './rename-field.tsx';
import type { TreeCommands } from '../use-tree-commands.ts';

interface EditedName {
  /** The row whose name is a field. */
  readonly key: string;
  /** Set if the row is new. */
  readonly draft?: DraftRow;
  /** The row that gets the focus when a new row is given up. */
  readonly originKey: string | undefined;
}

/** The row whose name is being edited: an existing one, or a new one that is created with its name. */
export function useNameEditing(reading: ItemReading, commands: TreeCommands) {
  const { t } = useText();
  const { item_id } = reading.item;
  const [edited, setEdited] = useState<EditedName>();
  const latest = useRef(edited);
  useEffect(() => {
    latest.current = edited;
  });
  // The catalog was closed, or its content could not be loaded.
  const isHidden = edited?.draft && !isOpen(reading, edited.draft.catId);
  if (isHidden) setEdited(undefined);

  /** Ends this editing only: the user may already edit another name. */
  const close = (ended: EditedName) => setEdited((now) => (now === ended ? undefined : now));

  async function saveName(row: TreeRow, name: string): Promise<void> {
    if (name !== '' && name !== titleOf(row)) await commands.rename(row, name);
  }

  async function saveDraft(draft: DraftRow, value: string, isByKey: boolean) {
    const untitled = untitledName(draft);
    if (!isByKey && (value === '' || value === untitled)) return undefined;
    return commands.create(draft, value || untitled);
  }

  function untitledName({ kind }: DraftRow): string {
    return t(kind === 'page' ? 'tree.untitledPage' : 'tree.untitledCatalog');
  }

  async function save(
    ended: EditedName,
    row: TreeRow,
    input: { readonly name: string; readonly isByKey: boolean },
    focusRow: (key: string | undefined) => void,
  ): Promise<void> {
    const { draft } = ended;
    const { name, isByKey } = input;
    try {
      const id = draft ? await saveDraft(draft, name, isByKey) : await saveName(row, name);
      close(ended);
      if (!isByKey) return;
      if (id === undefined || !draft) return focusRow(row.key);
      if (draft.kind === 'catalog') return focusRow(catalogKey(id));
      location.assign(paths.editPage.href({ item_id, page_id: id }));
    } catch (error) {
      // The field that would show the reason is gone.
      if (latest.current !== ended) commands.showFailure(error);
      throw error;
    }
  }

  return {
    edited,
    startRename: (row: TreeRow) => setEdited({ key: row.key, originKey: row.key }),
    /** Opens a new row: below a page, at the end of a catalog, or at the root. */
    startDraft(row: TreeRow | undefined, kind: DraftRow['kind']) {
      const draft = { ...draftAt(row, kind), requestId: randomId() };
      if (draft.catId !== 0) reading.toggle(draft.catId, true);
      setEdited({ key: draftKey(draft), draft, originKey: row?.key });
    },
    fieldProps(row: TreeRow, focusRow: (key: string | undefined) => void): RenameFieldProps {
      const isPage = row.kind === 'page';
      const ended = edited;
      return {
        label: t(isPage ? 'tree.pageTitle' : 'tree.catalogName'),
        name: ended?.draft ? untitledName(ended.draft) : titleOf(row),
        maxLength: isPage ? MAX_PAGE_TITLE_LENGTH : MAX_CATALOG_NAME_LENGTH,
        async onSave(name, isByKey) {
          if (ended) await save(ended, row, { name, isByKey }, focusRow);
        },
        onCancel() {
          if (ended) close(ended);
          focusRow(ended?.originKey);
        },
      };
    },
  };
}

const isOpen = ({ openCatalogs }: ItemReading, catId: number) =>
  catId === 0 || openCatalogs.has(catId);
