import type { ReactNode } from 'react';
import { itemAddress } from '../../../shared/items/item-address.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { ButtonLink } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { Tile } from '../../../shared/ui/tile.tsx';
import styles from '../import.module.css';

interface EndCardProps {
  icon: ReactNode;
  title: string;
  /** Beside the title: when, or how much. */
  told: ReactNode;
  itemId: number;
  /** What else can be done, before the way into the item. */
  action?: ReactNode;
  children: ReactNode;
}

/** How an import has ended: what is to be said, and the way into the item. */
export function EndCard({ icon, title, told, itemId, action, children }: EndCardProps) {
  const { t } = useText();
  return (
    <div className={styles.narrow}>
      <Card>
        <div className={styles.body}>
          <div className={styles.told} aria-live="polite">
            <Tile>{icon}</Tile>
            <div>
              <h2>{title}</h2>
              <p>{told}</p>
            </div>
          </div>
          {children}
          <div className={styles.answers}>
            {action}
            <ButtonLink
              to={itemAddress({ item_id: itemId, item_domain: '' })}
              reloadDocument
              variant="primary"
            >
              {t('importing.openItem')}
            </ButtonLink>
          </div>
        </div>
      </Card>
    </div>
  );
}
