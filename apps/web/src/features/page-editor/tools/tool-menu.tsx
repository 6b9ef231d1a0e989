import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../shared/ui/button.tsx';
import { Menu, MenuEntry } from '../../../shared/ui/menu.tsx';
import styles from './tool-menu.module.css';

const WIDTH = 280;

interface ToolMenuProps {
  label: string;
  icon: ReactNode;
  entries: readonly { label: string; help?: string; icon: ReactNode; run: () => void }[];
}

/** A toolbar button that opens a menu of tools. */
export function ToolMenu({ label, icon, entries }: ToolMenuProps) {
  const opener = (
    <Button variant="quiet" size="small" icon={icon}>
      {label}
      <ChevronDown className={styles.caret} />
    </Button>
  );
  return (
    <Menu opener={opener} width={WIDTH}>
      {entries.map((entry) => (
        <MenuEntry
          key={entry.label}
          label={entry.label}
          help={entry.help}
          icon={entry.icon}
          onRun={entry.run}
        />
      ))}
    </Menu>
  );
}
