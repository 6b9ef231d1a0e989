import { AdditionalTexts } from '../../shared/i18n/additional-texts.tsx';
import { useText } from '../../shared/i18n/texts.tsx';
import { ShortcutList } from '../overlays/shortcut-list.tsx';
import { treeTexts } from './tree-texts.ts';

const shortcuts = [
  [['F2'], 'tree.keyRename'],
  [['Del'], 'tree.keyDelete'],
  [['Shift', 'F10'], 'tree.keyMenu'],
  [['Ctrl', 'Space'], 'tree.keySelect'],
  [['Shift', '↑', '↓'], 'tree.keyRange'],
  [['Space'], 'tree.keyLift'],
  [['Alt', '↑', '↓'], 'tree.keyMoveOne'],
  [['Ctrl', 'Z'], 'tree.keyUndo'],
] as const;

/** The keys of the editable tree. */
export function TreeShortcuts() {
  return (
    <AdditionalTexts tables={treeTexts}>
      <List />
    </AdditionalTexts>
  );
}

function List() {
  const { t } = useText();
  return <ShortcutList shortcuts={shortcuts.map(([keys, label]) => [keys, t(label)])} />;
}
