import { calls } from '@octavo/contract';
import type { CallResponse } from '@octavo/contract/define-call';
import type { ItemRow } from '@octavo/contract/item.entities';
import { paths } from '@octavo/contract/paths';
import { Settings2 } from 'lucide-react';
import { useNavigate } from 'react-router';
import { useText } from '../../../shared/i18n/texts.tsx';
import { ButtonLink } from '../../../shared/ui/button.tsx';
import { Segmented } from '../../../shared/ui/segmented.tsx';
import styles from './group-bar.module.css';

interface GroupBarProps {
  all: readonly ItemRow[];
  groups: CallResponse<typeof calls.itemGroup.getList>;
  chosen: number;
}

export function GroupBar({ all, groups, chosen }: GroupBarProps) {
  const { t } = useText();
  const navigate = useNavigate();
  const mine = new Set(all.map(({ item_id }) => String(item_id)));
  const options = [
    { id: 0, name: t('myItems.allItems'), count: all.length },
    ...groups.map(({ id, group_name, item_ids }) => ({
      id,
      name: group_name,
      count: item_ids.split(',').filter((itemId) => mine.has(itemId)).length,
    })),
  ];
  return (
    <>
      <Segmented
        label={t('myItems.groups')}
        options={options.map(({ id, name, count }) => ({
          value: String(id),
          label: (
            <>
              {name} <span className={styles.count}>{count}</span>
            </>
          ),
        }))}
        value={String(chosen)}
        onValue={(id) =>
          void navigate(paths.myItems.href({ item_group_id: id === '0' ? undefined : id }), {
            replace: true,
            preventScrollReset: true,
          })
        }
      />
      <ButtonLink variant="quiet" size="small" icon={<Settings2 />} to={paths.itemGroups.href()}>
        {t('myItems.manageGroups')}
      </ButtonLink>
    </>
  );
}
