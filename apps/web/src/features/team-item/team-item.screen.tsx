import { calls } from '@octavo/contract';
import { paths } from '@octavo/contract/paths';
import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../shared/api/use-call.ts';
import { useText } from '../../shared/i18n/texts.tsx';
import { ItemLoadError } from '../../shared/items/item-load-error.tsx';
import { useTeam } from '../../shared/people/use-team.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { Column } from '../../shared/ui/column.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { EmptyState } from '../../shared/ui/state-block.tsx';
import { LinkItems } from './parts/link-items.tsx';
import { TeamAccessDialog } from './parts/team-access-dialog.tsx';
import { TeamItemTable, type TeamItem } from './parts/team-item-table.tsx';
import { UnlinkItem } from './parts/unlink-item.tsx';

type OpenDialog = { dialog: 'link' } | { dialog: 'authority' | 'unlink'; item: TeamItem };

export function TeamItemScreen() {
  const { t } = useText();
  const team = useTeam();
  const list = useCall(calls.teamItem.getListByTeam, { team_id: team.teamId });
  const [open, setOpen] = useState<OpenDialog>();
  const { data: items, error } = list;
  if (error && !items) return <ItemLoadError error={error} onRetry={() => void list.refetch()} />;
  const dialog = { ...team, onClosed: () => setOpen(undefined) };
  const link = (
    <Button variant="primary" icon={<Link2 />} onClick={() => setOpen({ dialog: 'link' })}>
      {t('team.link')}
    </Button>
  );
  return (
    <Column>
      <PageTitle screen={t('team.itemsTitle')} />
      <PageHead
        title={t('team.itemsTitle')}
        context={team.teamName}
        back={{ to: paths.teams.href(), label: t('team.backToTeams') }}
        action={items && items.length > 0 && link}
      />
      {items ? (
        <Card>
          {items.length === 0 ? (
            <EmptyState title={t('team.noItemsTitle')} actions={link}>
              {t('team.noItemsText')}
            </EmptyState>
          ) : (
            <TeamItemTable items={items} onAct={(act, item) => setOpen({ dialog: act, item })} />
          )}
        </Card>
      ) : (
        <Skeleton shape="rows" />
      )}
      {open?.dialog === 'link' && <LinkItems {...dialog} linked={items ?? []} />}
      {open?.dialog === 'authority' && (
        <TeamAccessDialog
          teamName={team.teamName}
          item={items?.find(({ id }) => id === open.item.id) ?? open.item}
          onClosed={dialog.onClosed}
        />
      )}
      {open?.dialog === 'unlink' && <UnlinkItem {...dialog} item={open.item} />}
    </Column>
  );
}
