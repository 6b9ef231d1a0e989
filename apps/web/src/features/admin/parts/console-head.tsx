import { Menu } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import styles from './console.module.css';
import { CONSOLE_MENU } from './console-menu.tsx';

interface ConsoleHeadProps {
  title: string;
  /** How many there are of what the title names. */
  count?: number | undefined;
  /** One quiet line below. */
  help?: ReactNode;
  /** Searches and the one primary action, at the right. */
  children?: ReactNode;
}

/** The head of a section; on a small screen the menu opens from it. */
export function ConsoleHead({ title, count, help, children }: ConsoleHeadProps) {
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
