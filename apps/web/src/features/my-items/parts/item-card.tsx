import type { ItemRow } from '@octavo/contract/item.entities';
import { MAX_CHANGED_PAGES_PER_ITEM } from '@octavo/contract/limits';
import { paths } from '@octavo/contract/paths';
import { GripVertical, Lock, LogOut, Settings } from 'lucide-react';
import { memo } from 'react';
import { Link } from 'react-router';
import { useText } from '../../../shared/i18n/texts.tsx';
import { itemUrl } from '../../../shared/items/item-url.ts';
import { ItemIcon, itemTypeKey } from '../../../shared/items/item-type.tsx';
import { tileColor } from '../../../shared/ui/tile.tsx';
import { IconButton, IconLink } from '../../../shared/ui/icon-button.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import { FoldCover } from './fold-cover.tsx';
import styles from './item-card.module.css';

interface ItemCardProps {
  item: ItemRow;
  /** The number of pages that others have changed since the last visit. */
  changed?: number;
  onLeave: (item: ItemRow) => void;
  /** The card is being dragged. */
  lifted?: boolean;
}

export const ItemCard = memo(function ItemCard(props: ItemCardProps) {
  const { item, changed = 0, onLeave, lifted = false } = props;
  const { t } = useText();
  const { item_id, item_name, item_description } = item;
  return (
    <article
      className={lifted ? `${styles.card} ${styles.lifted}` : styles.card}
      style={tileColor(item_id)}
    >
      <div className={styles.cover}>
        <FoldCover id={item_id} />
        <span className={styles.type}>
          <ItemIcon item={item} />
        </span>
        {lifted && <GripVertical className={styles.held} />}
      </div>
      <div className={styles.body}>
        <h2 className={styles.title}>
          <Link className={styles.link} to={itemUrl(item)} draggable={false}>
            {item_name}
          </Link>
          {item.is_private === 1 && (
            <span className={styles.lock} data-tip={t('item.private')}>
              <Lock />
              <span className="visually-hidden">{t('item.private')}</span>
            </span>
          )}
        </h2>
        <p className={styles.text}>{item_description}</p>
        <div className={styles.foot}>
          <span>{t(itemTypeKey(item))}</span>
          {changed > 0 && (
            <span className={styles.changed}>
              {changed >= MAX_CHANGED_PAGES_PER_ITEM
                ? t('myItems.changedMany')
                : t('myItems.changed', { count: changed })}
            </span>
          )}
          {item.is_archived === 1 && <Tag>{t('item.archived')}</Tag>}
          <span className={styles.action}>
            {item.creator === 1 ? (
              <IconLink
                label={t('myItems.settings', { item: item_name })}
                to={paths.itemSetting.href({ item_id })}
                draggable={false}
              >
                <Settings />
              </IconLink>
            ) : (
              <IconButton
                label={t('myItems.leave', { item: item_name })}
                onClick={() => onLeave(item)}
              >
                <LogOut />
              </IconButton>
            )}
          </span>
        </div>
      </div>
    </article>
  );
});
