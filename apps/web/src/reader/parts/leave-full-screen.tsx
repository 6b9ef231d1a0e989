import { Minimize2 } from 'lucide-react';
import { useText } from '../../shared/i18n/texts.tsx';
import { IconButton } from '../../shared/ui/icon-button.tsx';
import styles from './leave-full-screen.module.css';

/** Replaces the bar in full-screen mode. */
export function LeaveFullScreen({ onLeave }: { onLeave: () => void }) {
  const { t } = useText();
  return (
    <div className={styles.corner}>
      <IconButton label={t('reader.leaveFullScreen')} onClick={onLeave}>
        <Minimize2 />
      </IconButton>
    </div>
  );
}
