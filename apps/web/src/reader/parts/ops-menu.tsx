import { Ellipsis } from 'lucide-react';
import { useId, useRef } from 'react';
import { useText } from '../../shared/i18n/texts.tsx';
import { IconButton } from '../../shared/ui/icon-button.tsx';
import type { Operation, OverlayName } from '../model/operations.ts';
import { ActionRow } from './action.tsx';
import { focusFirstEntry, onMenuKeyDown } from './menu-keys.ts';
import styles from './ops-menu.module.css';

interface OpsMenuProps {
  operations: readonly Operation[];
  onOpenOverlay: (name: OverlayName) => void;
}

/** All operations in one menu: a dropdown, on phones a bottom sheet. Its links work without JavaScript. */
export function OpsMenu({ operations, onOpenOverlay }: OpsMenuProps) {
  const { t } = useText();
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  return (
    <>
      <IconButton label={t('reader.more')} popoverTarget={id} aria-haspopup="menu">
        <Ellipsis />
      </IconButton>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus */}
      <div
        id={id}
        ref={menu}
        popover="auto"
        className={styles.menu}
        role="menu"
        aria-label={t('reader.operations')}
        onKeyDown={onMenuKeyDown}
        onToggle={(event) => {
          if (event.newState === 'open') focusFirstEntry(event.currentTarget);
        }}
      >
        {operations.map((operation) => (
          <ActionRow
            key={operation.name}
            operation={operation}
            onOpenOverlay={(name) => {
              menu.current?.hidePopover();
              onOpenOverlay(name);
            }}
          />
        ))}
      </div>
    </>
  );
}
