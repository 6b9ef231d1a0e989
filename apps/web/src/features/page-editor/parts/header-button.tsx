import type { ReactNode } from 'react';
import { useMedia } from '../../../shared/hooks/media.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import styles from './header-button.module.css';

interface HeaderButtonProps {
  icon: ReactNode;
  label: string;
  /** Shown when greater than 0. */
  count?: number;
  onClick: () => void;
}

/** A header button: with its label on wide screens, as an icon button on narrow ones. */
export function HeaderButton({ icon, label, count = 0, onClick }: HeaderButtonProps) {
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
