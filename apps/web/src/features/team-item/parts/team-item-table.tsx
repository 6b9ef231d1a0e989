import type { Calls } from '@octavo/contract';
import type { CallResponse } from '@octavo/contract/define-call';
import { ExternalLink, ShieldCheck } from 'lucide-react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Time } from '../../../shared/i18n/time.tsx';
import { itemUrl } from '../../../shared/items/item-url.ts';
import { ItemTile } from '../../../shared/items/item-type.tsx';
import { Button, ButtonLink } from '../../../shared/ui/button.tsx';
import { DataTable } from '../../../shared/ui/data-table.tsx';
import styles from './team-item-table.module.css';

export type TeamItem = CallResponse<Calls['teamItem']['getListByTeam']>[number];

interface TeamItemTableProps {
  items: readonly TeamItem[];
  onAct: (action: 'authority' | 'unlink', item: TeamItem) => void;
}

export function TeamItemTable({ items, onAct }: TeamItemTableProps) {
  const { t } = useText();
  return (
    <DataTable
      label={t('team.itemsTitle')}
      rows={items}
      keyOf={({ id }) => id}
      columns={[
        {
          label: t('team.item'),
          render: (item) => (
            <span className={styles.item}>
              <ItemTile item={item} />
              {item.item_name}
            </span>
          ),
        },
        {
          label: t('team.linkedTime'),
          width: 200,
          render: ({ addtime }) => <Time value={addtime} />,
        },
        {
          label: t('team.actions'),
          width: 400,
          kind: 'actions',
          render: (item) => <Actions item={item} onAct={onAct} />,
        },
      ]}
    />
  );
}

function Actions({ item, onAct }: { item: TeamItem } & Pick<TeamItemTableProps, 'onAct'>) {
  const { t } = useText();
  const names = { item: item.item_name };
  return (
    <>
      <ButtonLink
        variant="quiet"
        size="small"
        icon={<ExternalLink />}
        to={itemUrl(item)}
        target="_blank"
        aria-label={t('team.openItem', names)}
      >
        {t('team.open')}
      </ButtonLink>
      <Button
        variant="quiet"
        size="small"
        icon={<ShieldCheck />}
        aria-label={t('team.authorityIn', names)}
        onClick={() => onAct('authority', item)}
      >
        {t('team.authority')}
      </Button>
      <Button
        variant="quietDanger"
        size="small"
        aria-label={t('team.unlinkItem', names)}
        onClick={() => onAct('unlink', item)}
      >
        {t('team.unlink')}
      </Button>
    </>
  );
}
