import { useText } from '../../shared/i18n/texts.tsx';
import { childrenOf, find, levelAt, type Place, type Tree } from './tree.ts';

/** Describes a position as text: "Into Orders, after Fulfilment, level 2". */
export function usePlaceText(): (tree: Tree, id: number, place: Place) => string {
  const { t } = useText();
  return (tree, id, place) => {
    const others = childrenOf(tree, place.parent).filter(({ cat_id }) => cat_id !== id);
    const after = others[place.at - 1]?.cat_name;
    const parent = find(tree, place.parent)?.cat_name;
    const level = levelAt(tree, place);
    if (parent === undefined)
      return after === undefined ? t('catalog.placeFirst') : t('catalog.placeAfter', { after });
    return after === undefined
      ? t('catalog.placeInFirst', { parent, level })
      : t('catalog.placeInAfter', { parent, after, level });
  };
}
