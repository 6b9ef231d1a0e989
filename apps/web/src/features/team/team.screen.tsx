import { calls } from '@octavo/contract';
import { paths } from '@octavo/contract/paths';
import { Plus } from 'lucide-react';
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
import { TransferTeam } from './parts/transfer-team.tsx';
import { DeleteTeam } from './parts/delete-team.tsx';
import { TeamDialog } from './parts/team-dialog.tsx';
import { TeamTable, type Team } from './parts/team-table.tsx';

type OpenDialog = { dialog: 'add' } | { dialog: 'rename' | 'attorn' | 'delete'; team: Team };

export function TeamScreen() {
  const { t } = useText();
  const { data: teams, error, refetch } = useCall(calls.team.getList, {});
  const [open, setOpen] = useState<OpenDialog>();
  const onClosed = () => setOpen(undefined);
  const add = (
    <Button variant="primary" icon={<Plus />} onClick={() => setOpen({ dialog: 'add' })}>
      {t('team.add')}
    </Button>
  );
  return (
    <Column>
      <PageTitle screen={t('team.title')} />
      <PageHead
        title={t('team.title')}
        back={{ to: paths.myItems.href(), label: t('item.backToItems') }}
        action={teams && teams.length > 0 && add}
      />
      {teams ? (
        <Card>
          {teams.length === 0 ? (
            <EmptyState title={t('team.emptyTitle')} actions={add}>
              {t('team.emptyText')}
            </EmptyState>
          ) : (
            <TeamTable teams={teams} onAct={(dialog, team) => setOpen({ dialog, team })} />
          )}
        </Card>
      ) : error ? (
        <Card>
          <LoadError error={error} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <Skeleton shape="rows" />
      )}
      {open?.dialog === 'add' && <TeamDialog onClosed={onClosed} />}
      {open?.dialog === 'rename' && <TeamDialog team={open.team} onClosed={onClosed} />}
      {open?.dialog === 'attorn' && <TransferTeam team={open.team} onClosed={onClosed} />}
      {open?.dialog === 'delete' && <DeleteTeam team={open.team} onClosed={onClosed} />}
    </Column>
  );
}
