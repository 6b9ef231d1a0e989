import { ChevronDown } from 'lucide-react';
import { useId, useRef, type ReactNode } from 'react';
import { Button } from '../../../shared/ui/button.tsx';
import { placePanel } from '../parts/place-panel.ts';
import styles from './tool-menu.module.css';

const WIDTH = 280;

interface ToolMenuProps {
  label: string;
  icon: ReactNode;
  entries: readonly { label: string; help?: string; icon: ReactNode; run: () => void }[];
}

/** A word of the toolbar that opens a list of tools. */
export function ToolMenu({ label, icon, entries }: ToolMenuProps) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button ref={opener} variant="quiet" size="small" icon={icon} popoverTarget={id}>
        {label}
        <ChevronDown className={styles.caret} />
      </Button>
      <div
        id={id}
        ref={panel}
        popover="auto"
        className={styles.panel}
        onToggle={({ newState }) => {
          if (newState === 'open' && opener.current && panel.current)
            placePanel(opener.current, panel.current, WIDTH);
        }}
      >
        {entries.map((entry) => (
          <button
            key={entry.label}
            type="button"
            className={styles.entry}
            onClick={() => {
              panel.current?.hidePopover();
              entry.run();
            }}
          >
            {entry.icon}
            <span>
              {entry.label}
              {entry.help && <small>{entry.help}</small>}
            </span>
          </button>
        ))}
      </div>
    </>
  );
}
