import { calls } from '@octavo/contract';
import { Undo2 } from 'lucide-react';
import { useCall } from '../../../shared/api/use-call.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { itemAddress } from '../../../shared/items/item-address.ts';
import { ButtonLink } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { Tile } from '../../../shared/ui/tile.tsx';
import type { ImportTask } from '../import-task.ts';
import styles from '../import.module.css';

const MOST_NAMED = 200;

/** What was taken back, and which pages people had made their own meanwhile. */
export function UndoneCard({ task }: { task: ImportTask }) {
  const { t } = useText();
  const { task_id, item_id, recycled, restored, skipped } = task;
  const { data: left } = useCall(
    calls.import.status,
    { task_id, is_skipped: true, count: MOST_NAMED },
    { enabled: skipped > 0 },
  );
  return (
    <div className={styles.narrow}>
      <Card>
        <div className={styles.body}>
          <div className={styles.told} aria-live="polite">
            <Tile>
              <Undo2 />
            </Tile>
            <div>
              <h2>{t('importing.undone')}</h2>
              <p>{t('importing.undoneText', { recycled, restored })}</p>
            </div>
          </div>
          {left && skipped > 0 && (
            <section aria-label={t('importing.skipped')}>
              <h3>{t('importing.skipped')}</h3>
              <ul className={styles.lines}>
                {left.list.map(({ at, page_title }) => (
                  <li key={at}>{page_title}</li>
                ))}
              </ul>
            </section>
          )}
          <div className={styles.answers}>
            <ButtonLink to={itemAddress({ item_id, item_domain: '' })} reloadDocument>
              {t('importing.openItem')}
            </ButtonLink>
          </div>
        </div>
      </Card>
    </div>
  );
}
