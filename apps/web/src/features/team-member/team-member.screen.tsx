import { calls } from '@octavo/contract';
import { paths } from '@octavo/contract/paths';
import { UserPlus } from 'lucide-react';
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
import { AddTeamMembers } from './parts/add-team-members.tsx';
import { RemoveTeamMember } from './parts/remove-team-member.tsx';
import { TeamMemberTable, type TeamMember } from './parts/team-member-table.tsx';

type OpenDialog = { dialog: 'add' } | { dialog: 'remove'; member: TeamMember };

export function TeamMemberScreen() {
  const { t } = useText();
  const { teamId, teamName } = useTeam();
  const list = useCall(calls.teamMember.getList, { team_id: teamId });
  const [open, setOpen] = useState<OpenDialog>();
  const onClosed = () => setOpen(undefined);
  const { data: members, error } = list;
  if (error && !members) return <ItemLoadError error={error} onRetry={() => void list.refetch()} />;
  const add = (
    <Button variant="primary" icon={<UserPlus />} onClick={() => setOpen({ dialog: 'add' })}>
      {t('member.add')}
    </Button>
  );
  return (
    <Column>
      <PageTitle screen={t('team.membersTitle')} />
      <PageHead
        title={t('team.membersTitle')}
        context={teamName}
        back={{ to: paths.teams.href(), label: t('team.backToTeams') }}
        action={members && members.length > 0 && add}
      />
      {members ? (
        <Card>
          {members.length === 0 ? (
            <EmptyState title={t('team.noMembersTitle')} actions={add}>
              {t('team.noMembersText')}
            </EmptyState>
          ) : (
            <TeamMemberTable
              members={members}
              onRemove={(member) => setOpen({ dialog: 'remove', member })}
            />
          )}
        </Card>
      ) : (
        <Skeleton shape="rows" />
      )}
      {open?.dialog === 'add' && (
        <AddTeamMembers teamId={teamId} teamName={teamName} onClosed={onClosed} />
      )}
      {open?.dialog === 'remove' && <RemoveTeamMember member={open.member} onClosed={onClosed} />}
    </Column>
  );
}
