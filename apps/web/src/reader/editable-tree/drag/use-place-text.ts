import { useCallback } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import type { DropPlace, DropProblem, MovedRows } from './drop-place.ts';

const problemTexts = {
  insideItself: 'tree.dragInsideItself',
  notEditable: 'tree.dragNotEditable',
  tooDeep: 'tree.dragTooDeep',
} as const satisfies Record<DropProblem, string>;

/** Describes a place, and why rows cannot be dropped there: "Into Fulfilment, after Ship an order". */
export function usePlaceText() {
  const { t } = useText();
  const place = useCallback(
    ({ parentName: parent, position, separated }: DropPlace): string => {
      let text;
      if (position.kind === 'after')
        text =
          parent === undefined
            ? t('tree.dragRootAfter', { after: position.name })
            : t('tree.dragIntoAfter', { parent, after: position.name });
      else if (parent === undefined) text = t('tree.dragRootFirst');
      else
        text = t(position.kind === 'first' ? 'tree.dragIntoFirst' : 'tree.dragIntoLast', {
          parent,
        });
      if (separated === 'pages') return t('tree.dragPagesSeparated', { place: text });
      if (separated === 'catalogs') return t('tree.dragCatalogsSeparated', { place: text });
      return text;
    },
    [t],
  );
  const problem = useCallback((name: DropProblem) => t(problemTexts[name]), [t]);
  return { place, problem };
}

/** The title of a single row, or the number of rows. */
export function useMovedName(): (moved: MovedRows) => string {
  const { t } = useText();
  return useCallback(
    ({ selection: { pages, catalogs } }) => {
      const count = pages.length + catalogs.length;
      const name = pages[0]?.page_title ?? catalogs[0]?.cat_name ?? '';
      return count === 1 ? name : t('tree.dragRows', { count });
    },
    [t],
  );
}
