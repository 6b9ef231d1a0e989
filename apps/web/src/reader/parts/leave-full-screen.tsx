import { Minimize2 } from 'lucide-react';
import { useText } from '../../shared/i18n/texts.tsx';
import { IconButton } from '../../shared/ui/icon-button.tsx';
import styles from './leave-full-screen.module.css';

/** All that is left of the bar while the page has the whole screen. */
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
