import { Ellipsis } from 'lucide-react';
import { useId, useRef, type KeyboardEvent } from 'react';
import { useText } from '../../shared/i18n/texts.tsx';
import { IconButton } from '../../shared/ui/icon-button.tsx';
import type { Operation, OverlayName } from '../model/operations.ts';
import { ActionRow } from './action.tsx';
import styles from './ops-menu.module.css';

interface OpsMenuProps {
  operations: readonly Operation[];
  onOpenOverlay: (name: OverlayName) => void;
}

const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => (at >= last ? 0 : at + 1),
  ArrowUp: (at, last) => (at <= 0 ? last : at - 1),
  Home: () => 0,
  End: (_at, last) => last,
};

/** All operations in one menu: a dropdown, on phones a bottom sheet. Its links work without JavaScript. */
export function OpsMenu({ operations, onOpenOverlay }: OpsMenuProps) {
  const { t } = useText();
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const rows = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];

  function onKeyDown(event: KeyboardEvent) {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const all = rows();
    all[
      step(
        all.findIndex((row) => row === document.activeElement),
        all.length - 1,
      )
    ]?.focus();
  }

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
        onKeyDown={onKeyDown}
        onToggle={(event) => {
          if (event.newState === 'open') rows()[0]?.focus({ preventScroll: true });
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
