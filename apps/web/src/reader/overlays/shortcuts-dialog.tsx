import { useText } from '../../shared/i18n/texts.tsx';
import type { OverlayProps } from '../model/overlay.ts';
import { Modal } from '../../shared/ui/modal.tsx';
import styles from './shortcuts-dialog.module.css';

const shortcuts = [
  [['Ctrl', 'K'], 'reader.keyPalette'],
  [['Ctrl', 'E'], 'reader.keyEdit'],
  [['/'], 'reader.keySearch'],
  [['↑', '↓', '←', '→'], 'reader.keyTree'],
  [['Esc'], 'reader.keyEscape'],
  [['?'], 'reader.keyShortcuts'],
] as const;

export function ShortcutsDialog({ operations, onClose }: OverlayProps) {
  const { t } = useText();
  const edits = operations.some(({ name }) => name === 'edit');
  return (
    <Modal variant="dialog" title={t('reader.shortcuts')} onClose={onClose}>
      <dl className={styles.list}>
        {shortcuts
          .filter(([, label]) => edits || label !== 'reader.keyEdit')
          .map(([keys, label]) => (
            <div key={label} className={styles.row}>
              <dt>
                {keys.map((key) => (
                  <kbd key={key} className="key">
                    {key}
                  </kbd>
                ))}
              </dt>
              <dd>{t(label)}</dd>
            </div>
          ))}
      </dl>
    </Modal>
  );
}
