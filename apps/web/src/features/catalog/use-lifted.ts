import { useState, type KeyboardEvent } from 'react';
import { useText } from '../../shared/i18n/texts.tsx';
import { isStep, stepFrom } from './steps.ts';
import { find, fits, moved, placeOf, type Tree } from './tree.ts';
import { usePlaceText } from './use-place-text.ts';

interface LiftedProps {
  tree: Tree;
  /** Expands the catalog that the row moves into, so that the row stays visible. */
  onOpen: (id: number) => void;
  onDrop: (after: Tree) => void;
}

/** Moves a catalog by keyboard: Space lifts, arrows move, Space drops, Esc cancels. */
export function useLifted({ tree, onOpen, onDrop }: LiftedProps) {
  const { t } = useText();
  const placeText = usePlaceText();
  const [lifted, setLifted] = useState<{ id: number; tree: Tree }>();
  const [said, setSaid] = useState('');
  const shown = lifted?.tree ?? tree;

  function tell(now: Tree, id: number, text: 'catalog.lifted' | 'catalog.dropped') {
    const place = placeOf(now, id);
    const name = find(now, id)?.cat_name ?? '';
    if (place) setSaid(t(text, { name, place: placeText(now, id, place) }));
  }

  function step(id: number, key: string) {
    const place = stepFrom(shown, id, key);
    if (!place) return;
    if (!fits(shown, id, place)) return setSaid(t('catalog.tooDeep'));
    const after = moved(shown, id, place);
    onOpen(place.parent);
    setLifted({ id, tree: after });
    setSaid(placeText(after, id, place));
  }

  function drop(id: number) {
    setLifted(undefined);
    onDrop(shown);
    tell(shown, id, 'catalog.dropped');
  }

  function onKeyDown(event: KeyboardEvent, id: number) {
    const { key } = event;
    if (lifted?.id !== id) {
      if (key !== ' ') return;
      setLifted({ id, tree });
      tell(tree, id, 'catalog.lifted');
    } else if (isStep(key)) step(id, key);
    else if (key === ' ' || key === 'Enter' || key === 'Tab') drop(id);
    else if (key === 'Escape') {
      setLifted(undefined);
      setSaid(t('catalog.cancelled', { name: find(tree, id)?.cat_name ?? '' }));
    } else return;
    if (key !== 'Tab') event.preventDefault();
    event.stopPropagation();
  }

  return { shown, liftedId: lifted?.id, said, setSaid, onKeyDown };
}
