import type { ReactNode } from 'react';
import { useMedia } from '../../../shared/hooks/media.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import styles from './head-action.module.css';

interface HeadActionProps {
  icon: ReactNode;
  label: string;
  /** Shown when there are any. */
  count?: number;
  onClick: () => void;
}

/** Words where there is room for them, else the icon alone. */
export function HeadAction({ icon, label, count = 0, onClick }: HeadActionProps) {
  const isNarrow = useMedia('(max-width: 1299px)');
  const badge = count > 0 && <span className={styles.count}>{count}</span>;
  return isNarrow ? (
    <IconButton label={count > 0 ? `${label} (${count})` : label} onClick={onClick}>
      {icon}
    </IconButton>
  ) : (
    <Button variant="quiet" icon={icon} onClick={onClick}>
      {label}
      {badge}
    </Button>
  );
}
