import type { ItemInfo, MenuCatalog } from '@octavo/contract/item.entities';
import { ChevronRight, Maximize2, Menu, PanelLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '../../shared/i18n/texts.tsx';
import { IconButton } from '../../shared/ui/icon-button.tsx';
import type { Operation, OperationName, OverlayName } from '../model/operations.ts';
import { ActionButton, ActionIcon } from './action.tsx';
import styles from './ops-bar.module.css';
import { OpsMenu } from './ops-menu.tsx';
import { MENU_ID } from './side-menu.tsx';

interface OpsBarProps {
  item: ItemInfo;
  title: string;
  breadcrumb: readonly MenuCatalog[];
  operations: readonly Operation[];
  /** Only for users who are logged in. */
  star: ReactNode;
  isMenuHidden: boolean;
  onShowMenu: () => void;
  onFullScreen: () => void;
  onOpenOverlay: (name: OverlayName) => void;
}

const icons: readonly OperationName[] = [
  'newTable',
  'catalog',
  'copy',
  'history',
  'info',
  'export',
];
const further: readonly OperationName[] = ['settings', 'delete'];
const buttons: readonly OperationName[] = ['share', 'newPage'];

/** The breadcrumb and the operations. Below 1300 px all operations except Edit move into a menu. */
export function OpsBar(props: OpsBarProps) {
  const { item, title, breadcrumb, operations, onOpenOverlay } = props;
  const { t } = useText();
  const pick = (names: readonly OperationName[]) =>
    names.flatMap((name) => operations.find((operation) => operation.name === name) ?? []);
  const iconsOf = (names: readonly OperationName[]) =>
    pick(names).map((operation) => (
      <ActionIcon key={operation.name} operation={operation} onOpenOverlay={onOpenOverlay} />
    ));
  const [edit] = pick(['edit']);
  return (
    <header className={styles.bar}>
      <span className={styles.phone}>
        <IconButton label={t('reader.openMenu')} popoverTarget={MENU_ID}>
          <Menu />
        </IconButton>
      </span>
      {props.isMenuHidden && (
        <span className={styles.desk}>
          <IconButton label={t('reader.expandMenu')} onClick={props.onShowMenu}>
            <PanelLeft />
          </IconButton>
        </span>
      )}
      <div className={styles.way}>
        {breadcrumb.map(({ cat_id, cat_name }) => (
          <span key={cat_id} className={styles.step}>
            <span className={styles.catalog}>{cat_name}</span>
            <ChevronRight />
          </span>
        ))}
        <b className={styles.title}>{title}</b>
        <b className={styles.item}>{item.item_name}</b>
      </div>
      <div className={styles.wide}>
        {iconsOf(icons)}
        {pick(further).length > 0 && <span className={styles.rule} />}
        {iconsOf(further)}
        <span className={styles.rule} />
      </div>
      {props.star}
      <span className={styles.desk}>
        <IconButton label={t('reader.fullScreen')} onClick={props.onFullScreen}>
          <Maximize2 />
        </IconButton>
      </span>
      <div className={styles.wide}>
        {pick(buttons).map((operation) => (
          <ActionButton key={operation.name} operation={operation} onOpenOverlay={onOpenOverlay} />
        ))}
      </div>
      {edit && (
        <>
          <span className={styles.desk}>
            <ActionButton operation={edit} isPrimary onOpenOverlay={onOpenOverlay} />
          </span>
          <span className={styles.phone}>
            <ActionIcon operation={edit} onOpenOverlay={onOpenOverlay} />
          </span>
        </>
      )}
      <span className={styles.narrow}>
        <OpsMenu operations={operations} onOpenOverlay={onOpenOverlay} />
      </span>
    </header>
  );
}
