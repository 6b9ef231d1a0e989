import { useRef, type ReactNode, type RefObject } from 'react';
import styles from './menu-panel.module.css';
import { positionPopover } from '../../../shared/ui/position-popover.ts';

interface MenuPanelProps {
  id: string;
  /** The button that opens the menu and at which it is positioned. */
  opener: RefObject<HTMLElement | null>;
  width: number;
  entries: readonly { label: string; help?: string; icon: ReactNode; run: () => void }[];
}

/** The menu of a toolbar button, as a native popover. */
export function MenuPanel({ id, opener, width, entries }: MenuPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  return (
    <div
      id={id}
      ref={panel}
      popover="auto"
      className={styles.panel}
      style={{ width }}
      onToggle={({ newState }) => {
        if (newState === 'open' && opener.current && panel.current)
          positionPopover(opener.current, panel.current, width);
      }}
    >
      {entries.map(({ label, help, icon, run }) => (
        <button
          key={label}
          type="button"
          className={styles.entry}
          onClick={() => {
            panel.current?.hidePopover();
            run();
          }}
        >
          {icon}
          <span>
            {label}
            {help && <small>{help}</small>}
          </span>
        </button>
      ))}
    </div>
  );
}
