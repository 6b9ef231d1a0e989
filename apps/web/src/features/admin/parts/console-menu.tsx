import { paths } from '@octavo/contract/paths';
import { ArrowLeft } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { useText } from '../../../shared/i18n/texts.tsx';
import { closeOnBlur } from '../../../shared/ui/close-on-blur.ts';
import drawer from '../../../shared/ui/drawer-menu.module.css';
import { focusMain } from '../../../shared/ui/skip-link.tsx';
import { Tabs } from '../../../shared/ui/tabs.tsx';
import styles from './console.module.css';

export const CONSOLE_MENU = 'console-menu';

/** A sidebar on wide screens; a native popover on small ones. */
export function ConsoleMenu(props: Pick<ComponentProps<typeof Tabs>, 'tabs' | 'current'>) {
  const { t } = useText();
  return (
    // Clicks bubble from the links inside, which are the interactive elements.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      id={CONSOLE_MENU}
      popover="auto"
      className={`${drawer.drawer} ${styles.menu}`}
      onBlur={closeOnBlur}
      onClick={({ currentTarget, target }) => {
        if (!currentTarget.matches(':popover-open')) return;
        currentTarget.hidePopover();
        // The button that opened the menu unmounts with its section, so the focus moves to the main element.
        if (target instanceof Element && target.closest('a')) focusMain();
      }}
    >
      <div className={styles.inside}>
        <Link className={styles.back} to={paths.myItems.href()}>
          <ArrowLeft />
          {t('item.backToItems')}
        </Link>
        <Tabs placement="menu" label={t('admin.sections')} {...props} />
      </div>
    </div>
  );
}
