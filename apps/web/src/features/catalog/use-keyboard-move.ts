import { useState, type KeyboardEvent } from 'react';
import { useText } from '../../shared/i18n/texts.tsx';
import { isStepKey, stepFrom } from './keyboard-steps.ts';
import { findCatalog, fitsAt, moveCatalog, positionOf, type Tree } from './tree.ts';
import { usePositionText } from './use-position-text.ts';

interface KeyboardMoveProps {
  tree: Tree;
  /** Expands the catalog that the row moves into, so that the row stays visible. */
  onOpen: (id: number) => void;
  onDrop: (after: Tree) => void;
}

/** Moves a catalog by keyboard: Space lifts, arrows move, Space drops, Esc cancels. */
export function useKeyboardMove({ tree, onOpen, onDrop }: KeyboardMoveProps) {
  const { t } = useText();
  const positionText = usePositionText();
  const [lifted, setLifted] = useState<{ id: number; tree: Tree }>();
  const [said, setSaid] = useState('');
  const shown = lifted?.tree ?? tree;

  function announce(now: Tree, id: number, text: 'catalog.lifted' | 'catalog.dropped') {
    const position = positionOf(now, id);
    const name = findCatalog(now, id)?.cat_name ?? '';
    if (position) setSaid(t(text, { name, place: positionText(now, id, position) }));
  }

  function step(id: number, key: string) {
    const position = stepFrom(shown, id, key);
    if (!position) return;
    if (!fitsAt(shown, id, position)) return setSaid(t('catalog.tooDeep'));
    const after = moveCatalog(shown, id, position);
    onOpen(position.parent);
    setLifted({ id, tree: after });
    setSaid(positionText(after, id, position));
  }

  function drop(id: number) {
    setLifted(undefined);
    onDrop(shown);
    announce(shown, id, 'catalog.dropped');
  }

  function onKeyDown(event: KeyboardEvent, id: number) {
    const { key } = event;
    if (lifted?.id !== id) {
      if (key !== ' ') return;
      setLifted({ id, tree });
      announce(tree, id, 'catalog.lifted');
    } else if (isStepKey(key)) step(id, key);
    else if (key === ' ' || key === 'Enter' || key === 'Tab') drop(id);
    else if (key === 'Escape') {
      setLifted(undefined);
      setSaid(t('catalog.cancelled', { name: findCatalog(tree, id)?.cat_name ?? '' }));
    } else return;
    if (key !== 'Tab') event.preventDefault();
    event.stopPropagation();
  }

  return { shown, liftedId: lifted?.id, said, setSaid, onKeyDown };
}
