import { useCallback } from 'react';
import { useText } from '../../shared/i18n/texts.tsx';
import type { TreeSelection } from './moves/tree-move.ts';

/** Names the number of selected rows: pages, catalogs, or entries if there are both. */
export function useSelectionText(): (selection: TreeSelection) => string {
  const { t } = useText();
  return useCallback(
    ({ pages, catalogs }) => {
      const count = pages.length + catalogs.length;
      if (catalogs.length === 0) return t('tree.pages', { count });
      return pages.length === 0 ? t('tree.catalogs', { count }) : t('tree.entries', { count });
    },
    [t],
  );
}
