import type { ReactNode } from 'react';
import { useMedia } from '../../../shared/hooks/media.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { IconButton } from '../../../shared/ui/icon-button.tsx';

interface HeadActionProps {
  icon: ReactNode;
  label: string;
  onClick: () => void;
}

/** Words where there is room for them, else the icon alone. */
export function HeadAction({ icon, label, onClick }: HeadActionProps) {
  const isNarrow = useMedia('(max-width: 1299px)');
  return isNarrow ? (
    <IconButton label={label} onClick={onClick}>
      {icon}
    </IconButton>
  ) : (
    <Button variant="quiet" icon={icon} onClick={onClick}>
      {label}
    </Button>
  );
}
