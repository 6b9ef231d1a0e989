import { ChevronDown } from 'lucide-react';
import { useId, useRef, type ComponentProps, type ReactNode } from 'react';
import { Button } from '../../../shared/ui/button.tsx';
import { MenuPanel } from '../parts/menu-panel.tsx';
import styles from './tool-menu.module.css';

const WIDTH = 280;

interface ToolMenuProps {
  label: string;
  icon: ReactNode;
  entries: ComponentProps<typeof MenuPanel>['entries'];
}

/** A toolbar button that opens a menu of tools. */
export function ToolMenu({ label, icon, entries }: ToolMenuProps) {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button ref={opener} variant="quiet" size="small" icon={icon} popoverTarget={id}>
        {label}
        <ChevronDown className={styles.caret} />
      </Button>
      <MenuPanel id={id} opener={opener} width={WIDTH} entries={entries} />
    </>
  );
}
