import { paths } from '@octavo/contract/paths';
import { ArrowLeft } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { useText } from '../../../shared/i18n/texts.tsx';
import drawer from '../../../shared/ui/drawer-menu.module.css';
import { Tabs } from '../../../shared/ui/tabs.tsx';
import styles from './console.module.css';

export const CONSOLE_MENU = 'console-menu';

/** At the side of a wide screen; on a small one it is a popover, which the browser opens and closes. */
export function ConsoleMenu(props: Pick<ComponentProps<typeof Tabs>, 'tabs' | 'current'>) {
  const { t } = useText();
  return (
    // The links in it are what is pressed; they lead away from the menu.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      id={CONSOLE_MENU}
      popover="auto"
      className={`${drawer.drawer} ${styles.menu}`}
      onClick={({ currentTarget }) => currentTarget.hidePopover()}
    >
      <div className={styles.inside}>
        <Link className={styles.back} to={paths.myItems.href()}>
          <ArrowLeft />
          {t('item.backToItems')}
        </Link>
        <Tabs place="menu" label={t('admin.sections')} {...props} />
      </div>
    </div>
  );
}
