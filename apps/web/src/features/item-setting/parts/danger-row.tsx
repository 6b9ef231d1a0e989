import type { ReactNode } from 'react';
import { Tile } from '../../../shared/ui/tile.tsx';
import styles from './danger-row.module.css';

interface DangerRowProps {
  icon: ReactNode;
  title: string;
  /** The consequences of the action. */
  help: string;
  action: ReactNode;
}

export function DangerRow({ icon, title, help, action }: DangerRowProps) {
  return (
    <div className={styles.row}>
      <Tile>{icon}</Tile>
      <div className={styles.words}>
        <h3>{title}</h3>
        <p>{help}</p>
      </div>
      {action}
    </div>
  );
}
