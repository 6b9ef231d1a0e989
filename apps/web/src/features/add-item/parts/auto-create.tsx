import { calls } from '@octavo/contract';
import { paths } from '@octavo/contract/paths';
import { TABLE_ITEM } from '@octavo/contract/item-type';
import { useState } from 'react';
import { useCall } from '../../../shared/api/use-call.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { ItemSelect } from '../../../shared/items/item-select.tsx';
import { ButtonLink } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { LoadError } from '../../../shared/ui/load-error.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { EmptyState } from '../../../shared/ui/state-block.tsx';
import styles from './auto-create.module.css';
import { ItemKeys } from './item-keys.tsx';
import { PushCommand } from './push-command.tsx';

/** Creates pages with a script: shows the keys of the target item and the command to run. */
export function AutoCreate() {
  const { t } = useText();
  const { data, error, refetch } = useCall(calls.item.myList, { item_group_id: 0, original: true });
  const [chosen, setChosen] = useState<number>();
  if (error && !data)
    return (
      <Card>
        <LoadError error={error} onRetry={() => void refetch()} />
      </Card>
    );
  if (!data) return <Skeleton shape="rows" />;
  const items = data.filter(
    ({ is_archived, item_type }) => is_archived === 0 && item_type !== TABLE_ITEM,
  );
  const itemId = chosen ?? items[0]?.item_id;
  if (itemId === undefined)
    return (
      <Card>
        <EmptyState
          title={t('addItem.noReceiverTitle')}
          actions={<ButtonLink to={paths.addItem.href()}>{t('addItem.newItem')}</ButtonLink>}
        >
          {t('addItem.noReceiverText')}
        </EmptyState>
      </Card>
    );
  return (
    <Card>
      <ol className={styles.steps}>
        <li className={styles.step}>
          <h2 className={styles.title}>{t('addItem.receiver')}</h2>
          <p className={styles.help}>{t('addItem.receiverHelp')}</p>
          <Field label={t('addItem.receiverItem')}>
            <ItemSelect items={items} value={itemId} onItem={setChosen} />
          </Field>
          <ItemKeys itemId={itemId} />
        </li>
        <li className={styles.step}>
          <PushCommand />
        </li>
      </ol>
    </Card>
  );
}
