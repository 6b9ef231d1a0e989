import { Menu } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import styles from './console.module.css';
import { CONSOLE_MENU } from './console-menu.tsx';

interface ConsoleHeaderProps {
  title: string;
  /** The number of entries, shown beside the title. */
  count?: number | undefined;
  /** A secondary line below the title. */
  help?: ReactNode;
  /** Search fields and the primary action, at the right. */
  children?: ReactNode;
}

/** The header of a console section; on small screens it has the button that opens the menu. */
export function ConsoleHeader({ title, count, help, children }: ConsoleHeaderProps) {
  const { t } = useText();
  return (
    <header className={styles.head}>
      <span className={styles.open}>
        <IconButton label={t('admin.sections')} popoverTarget={CONSOLE_MENU}>
          <Menu />
        </IconButton>
      </span>
      <div className={styles.title}>
        <h1>{title}</h1>
        {count !== undefined && <Tag>{count.toLocaleString()}</Tag>}
      </div>
      {children && <div className={styles.tools}>{children}</div>}
      {help && <p>{help}</p>}
    </header>
  );
}
