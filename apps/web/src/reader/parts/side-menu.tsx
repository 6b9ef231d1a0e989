import type { ItemInfo } from '@octavo/contract/item.entities';
import { paths } from '@octavo/contract/paths';
import { BookOpen, LayoutGrid, Lock, LogIn, PanelLeft, X } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { useText } from '../../shared/i18n/texts.tsx';
import drawer from '../../shared/ui/drawer-menu.module.css';
import { IconButton } from '../../shared/ui/icon-button.tsx';
import { itemHref } from '../model/urls.ts';
import { closestLink } from '../model/use-navigation.ts';
import { LanguageButton, ThemeButton } from './choices.tsx';
import styles from './side-menu.module.css';

export const MENU_ID = 'menu';

interface SideMenuProps {
  item: ItemInfo;
  panel: RefObject<HTMLElement | null>;
  search: ReactNode;
  children: ReactNode;
  onCollapse: () => void;
}

/**
 * The name, search and tree of the item. On phones the same element is a native popover: it opens without JavaScript,
 * closes with Esc or a click outside, and restores the focus.
 */
export function SideMenu({ item, panel, search, children, onCollapse }: SideMenuProps) {
  const { t } = useText();
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <nav
      id={MENU_ID}
      ref={panel}
      className={`${drawer.drawer} ${styles.side}`}
      popover="auto"
      aria-label={t('reader.catalog')}
      onClick={(event) => {
        // Closes the drawer after a click on a page; a click on a catalog only toggles it.
        if (closestLink(event.target) && !event.defaultPrevented) panel.current?.hidePopover();
      }}
    >
      <div className={styles.head}>
        <ItemTile item={item} />
        <a className={styles.name} href={itemHref(item)}>
          {item.item_name}
        </a>
        {item.is_private === 1 && (
          <span className={styles.lock} data-tip={t('reader.private')}>
            <Lock />
            <span className="visually-hidden">{t('reader.private')}</span>
          </span>
        )}
        <span className={styles.collapse}>
          <IconButton label={t('reader.collapseMenu')} onClick={onCollapse}>
            <PanelLeft />
          </IconButton>
        </span>
        <span className={styles.close}>
          <IconButton label={t('shell.close')} popoverTarget={MENU_ID} popoverTargetAction="hide">
            <X />
          </IconButton>
        </span>
      </div>
      <div className={styles.search}>{search}</div>
      <div className={styles.body}>{children}</div>
      <div className={styles.foot}>
        {item.is_login ? (
          <a className={styles.home} href={paths.myItems.href()}>
            <LayoutGrid />
            {t('shell.myItems')}
          </a>
        ) : (
          <a className={styles.home} href={paths.login.href({ redirect: itemHref(item) })}>
            <LogIn />
            {t('shell.login')}
          </a>
        )}
        <LanguageButton isLogin={item.is_login} />
        <ThemeButton />
      </div>
    </nav>
  );
}

/** The colour depends only on the item id. */
export function ItemTile({ item, icon }: { item: ItemInfo; icon?: ReactNode }) {
  const colorVariable = `--cl${(item.item_id % 8) + 1}`;
  return (
    <span
      className={styles.tile}
      style={{ background: `var(${colorVariable})`, color: `var(${colorVariable}d)` }}
      aria-hidden="true"
    >
      {icon ?? <BookOpen />}
    </span>
  );
}
