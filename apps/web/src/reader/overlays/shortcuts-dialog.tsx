import { useText } from '../../shared/i18n/texts.tsx';
import { useDeferred } from '../model/use-deferred.ts';
import type { OverlayProps } from '../model/overlay.ts';
import { Modal } from '../../shared/ui/modal.tsx';
import { ShortcutList } from './shortcut-list.tsx';

const shortcuts = [
  [['Ctrl', 'K'], 'reader.keyPalette'],
  [['Ctrl', 'E'], 'reader.keyEdit'],
  [['/'], 'reader.keySearch'],
  [['↑', '↓', '←', '→'], 'reader.keyTree'],
  [['Esc'], 'reader.keyEscape'],
  [['?'], 'reader.keyShortcuts'],
] as const;

const loadTreeShortcuts = async () =>
  (await import('../editable-tree/tree-shortcuts.tsx')).TreeShortcuts;

export function ShortcutsDialog({ item, operations, onClose }: OverlayProps) {
  const { t } = useText();
  const { Part: TreeShortcuts } = useDeferred(item.item_edit, loadTreeShortcuts);
  const edits = operations.some(({ name }) => name === 'edit');
  return (
    <Modal variant="dialog" title={t('reader.shortcuts')} onClose={onClose}>
      <ShortcutList
        shortcuts={shortcuts
          .filter(([, label]) => edits || label !== 'reader.keyEdit')
          .map(([keys, label]) => [keys, t(label)])}
      />
      {TreeShortcuts && <TreeShortcuts />}
    </Modal>
  );
}
