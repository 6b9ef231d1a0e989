import type { ItemInfo } from '@octavo/contract/item.entities';
import { useEffect, useState } from 'react';
import { useErrorText } from '../../../shared/api/error-text.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Confirm } from '../../overlays/confirm.tsx';
import { countPages } from './count-pages.ts';
import type { TreeSelection } from '../moves/tree-move.ts';
import { useSelectionText } from '../use-selection-text.ts';

interface DeleteDialogProps {
  item: ItemInfo;
  selection: TreeSelection;
  onDelete: (selection: TreeSelection, pageCount: number) => Promise<void>;
  onClose: () => void;
}

/** Asks before rows are deleted, with the number of pages that are inside the catalogs. */
export function DeleteDialog({ item, selection, onDelete, onClose }: DeleteDialogProps) {
  const { t } = useText();
  const errorText = useErrorText();
  const selectionText = useSelectionText();
  const { pages, catalogs } = selection;
  const [inside, setInside] = useState<number | Error | undefined>(
    catalogs.length === 0 ? 0 : undefined,
  );
  useEffect(() => {
    let isClosed = false;
    const set = (result: number | Error) => {
      if (!isClosed) setInside(result);
    };
    countPages(item.item_id, catalogs).then(set, set);
    return () => {
      isClosed = true;
    };
  }, [item.item_id, catalogs]);
  const count = typeof inside === 'number' ? inside + pages.length : undefined;

  function title(): string {
    const single = pages.length + catalogs.length === 1;
    if (!single) return t('tree.deleteTitle', { what: selectionText(selection) });
    const name = pages[0]?.page_title ?? catalogs[0]?.cat_name ?? '';
    return t('reader.deleteTitle', { title: name });
  }

  function consequence(): string {
    if (inside instanceof Error) return errorText(inside);
    if (count === undefined) return t('tree.deleteCounting');
    if (count === 0) return t('tree.deleteEmpty');
    return catalogs.length === 0 && count === 1
      ? t('reader.deleteText')
      : t('tree.deletePages', { count });
  }

  return (
    <Confirm
      title={title()}
      verb={catalogs.length === 0 && pages.length === 1 ? t('reader.deletePage') : t('tree.delete')}
      isDisabled={count === undefined}
      action={async () => {
        if (count !== undefined) await onDelete(selection, count);
        onClose();
      }}
      onClose={onClose}
    >
      {consequence()}
    </Confirm>
  );
}
