import type { ReactNode } from 'react';
import { itemUrl } from '../../../shared/items/item-url.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { ButtonLink } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { Tile } from '../../../shared/ui/tile.tsx';
import styles from '../import.module.css';

interface ResultCardProps {
  icon: ReactNode;
  title: string;
  /** Shown below the title: the time or the numbers. */
  subtitle: ReactNode;
  itemId: number;
  /** An additional action before the link to the item. */
  action?: ReactNode;
  children: ReactNode;
}

/** The result of an import with the link to the item. */
export function ResultCard({ icon, title, subtitle, itemId, action, children }: ResultCardProps) {
  const { t } = useText();
  return (
    <div className={styles.narrow}>
      <Card>
        <div className={styles.body}>
          <div className={styles.told} aria-live="polite">
            <Tile>{icon}</Tile>
            <div>
              <h2>{title}</h2>
              <p>{subtitle}</p>
            </div>
          </div>
          {children}
          <div className={styles.answers}>
            {action}
            <ButtonLink
              to={itemUrl({ item_id: itemId, item_domain: '' })}
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
