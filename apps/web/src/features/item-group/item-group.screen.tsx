import { calls } from '@octavo/contract';
import { paths } from '@octavo/contract/paths';
import { GripVertical, Plus } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../shared/api/use-call.ts';
import { useText } from '../../shared/i18n/texts.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { Column } from '../../shared/ui/column.tsx';
import { LoadError } from '../../shared/ui/load-error.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { EmptyState } from '../../shared/ui/state-block.tsx';
import type { ItemGroup } from './item-group.ts';
import styles from './item-group.module.css';
import { DeleteGroup } from './parts/delete-group.tsx';
import { GroupDialog } from './parts/group-dialog.tsx';
import { GroupList } from './parts/group-list.tsx';

type OpenDialog = { dialog: 'add' } | { dialog: 'edit' | 'delete'; group: ItemGroup };

export function ItemGroupScreen() {
  const { t } = useText();
  const { data: groups, error, refetch } = useCall(calls.itemGroup.getList, {});
  const [open, setOpen] = useState<OpenDialog>();
  const onClosed = () => setOpen(undefined);
  const add = (
    <Button variant="primary" icon={<Plus />} onClick={() => setOpen({ dialog: 'add' })}>
      {t('itemGroup.add')}
    </Button>
  );
  return (
    <Column width="form">
      <PageTitle screen={t('itemGroup.title')} />
      <PageHead
        title={t('itemGroup.title')}
        back={{ to: paths.myItems.href(), label: t('item.backToItems') }}
        action={groups && groups.length > 0 && add}
      />
      {groups && groups.length > 1 && (
        <p className={styles.tip}>
          <GripVertical />
          {t('itemGroup.dragTip')}
        </p>
      )}
      {groups ? (
        <Card>
          {groups.length === 0 ? (
            <EmptyState title={t('itemGroup.emptyTitle')} actions={add}>
              {t('itemGroup.emptyText')}
            </EmptyState>
          ) : (
            <GroupList
              groups={groups}
              onEdit={(group) => setOpen({ dialog: 'edit', group })}
              onDelete={(group) => setOpen({ dialog: 'delete', group })}
            />
          )}
        </Card>
      ) : error ? (
        <Card>
          <LoadError error={error} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <Skeleton shape="rows" />
      )}
      {open?.dialog === 'add' && <GroupDialog onClosed={onClosed} />}
      {open?.dialog === 'edit' && <GroupDialog group={open.group} onClosed={onClosed} />}
      {open?.dialog === 'delete' && <DeleteGroup group={open.group} onClosed={onClosed} />}
    </Column>
  );
}
