import { X } from 'lucide-react';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import type { RowEntry } from './row-entries.ts';
import { EntryList } from './row-menu.tsx';
import styles from './row-sheet.module.css';

interface RowSheetProps {
  title: string;
  /** The method of a page. */
  badge: ReactNode;
  /** The catalogs that contain the row. */
  path: string;
  groups: readonly (readonly RowEntry[])[];
  onShown: (height: number) => void;
  onChoose: (entry: RowEntry) => void;
  onClose: () => void;
}

/** The menu of a row on touch screens: a sheet at the bottom, headed by the row. */
export function RowSheet(props: RowSheetProps) {
  const { title, badge, path, groups, onShown, onChoose, onClose } = props;
  const { t } = useText();
  const sheet = useRef<HTMLDialogElement>(null);
  /** The end of the long press is not a tap on the sheet. */
  const isTouched = useRef(false);
  const shown = useRef(onShown);
  useLayoutEffect(() => {
    const element = sheet.current;
    if (!element) return;
    element.showModal();
    shown.current(element.offsetHeight);
    return () => element.close();
  }, []);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={sheet}
      className={styles.sheet}
      aria-label={t('tree.actionsOf', { name: title })}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={() => {
        isTouched.current = true;
      }}
      onClickCapture={(event) => {
        if (!isTouched.current && event.detail > 0) event.stopPropagation();
      }}
      onClick={({ target }) => {
        if (target === sheet.current) onClose();
      }}
    >
      <div className={styles.content}>
        <div className={styles.head}>
          {badge}
          <div className={styles.names}>
            <h2>{title}</h2>
            {path !== '' && <p>{path}</p>}
          </div>
          <IconButton label={t('shell.close')} onClick={onClose}>
            <X />
          </IconButton>
        </div>
        <div className={styles.entries}>
          <EntryList
            label={t('tree.actionsOf', { name: title })}
            groups={groups}
            onChoose={onChoose}
          />
        </div>
      </div>
    </dialog>
  );
}
