import { useText } from '../../shared/i18n/texts.tsx';
import { childrenOf, findCatalog, levelAt, type CatalogPosition, type Tree } from './tree.ts';

/** Describes a position as text: "Into Orders, after Fulfilment, level 2". */
export function usePositionText(): (tree: Tree, id: number, position: CatalogPosition) => string {
  const { t } = useText();
  return (tree, id, position) => {
    const others = childrenOf(tree, position.parent).filter(({ cat_id }) => cat_id !== id);
    const after = others[position.at - 1]?.cat_name;
    const parent = findCatalog(tree, position.parent)?.cat_name;
    const level = levelAt(tree, position);
    if (parent === undefined)
      return after === undefined ? t('catalog.placeFirst') : t('catalog.placeAfter', { after });
    return after === undefined
      ? t('catalog.placeInFirst', { parent, level })
      : t('catalog.placeInAfter', { parent, after, level });
  };
}
