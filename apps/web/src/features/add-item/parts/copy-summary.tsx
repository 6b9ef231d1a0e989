import { calls } from '@octavo/contract';
import type { ItemRow } from '@octavo/contract/item.entities';
import { Check, Minus } from 'lucide-react';
import { useCall } from '../../../shared/api/use-call.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import styles from './copy-summary.module.css';

/** Lists what a copy includes and what it does not. */
export function CopySummary(props: { source: ItemRow; pages: number | undefined }) {
  const { source, pages } = props;
  const { t } = useText();
  const { data: catalogs } = useCall(calls.catalog.catListName, { item_id: source.item_id });
  const tree =
    catalogs && pages !== undefined
      ? t('addItem.copiedTree', {
          catalogs: catalogs.length,
          pages: pages,
        })
      : t('addItem.copiedTreeUnknown');
  return (
    <div className={styles.columns}>
      <List
        title={t('addItem.copied')}
        icon={<Check className={styles.yes} />}
        lines={[
          tree,
          t('addItem.copiedText'),
          source.is_private === 1 ? t('addItem.copiedPassword') : t('addItem.copiedOpen'),
        ]}
      />
      <List
        title={t('addItem.notCopied')}
        icon={<Minus className={styles.no} />}
        lines={[
          t('addItem.notCopiedPeople'),
          t('addItem.notCopiedHistory'),
          t('addItem.notCopiedLinks'),
        ]}
      />
    </div>
  );
}

function List(props: { title: string; icon: React.ReactNode; lines: readonly string[] }) {
  return (
    <div>
      <h2 className={styles.title}>{props.title}</h2>
      <ul className={styles.list}>
        {props.lines.map((line) => (
          <li key={line}>
            {props.icon}
            {line}
          </li>
        ))}
      </ul>
    </div>
  );
}
