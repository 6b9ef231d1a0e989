import { calls } from '@octavo/contract';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../../shared/api/use-call.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Card, SectionHead } from '../../../shared/ui/card.tsx';
import { LoadError } from '../../../shared/ui/load-error.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { EmptyState } from '../../../shared/ui/state-block.tsx';
import type { ItemDetail } from '../item-detail.ts';
import type { Member } from '../members.ts';
import { AddMembers } from './add-members.tsx';
import { ChangeMember } from './change-member.tsx';
import { LinkedTeams } from './linked-teams.tsx';
import { MemberTable } from './member-table.tsx';
import styles from './members.module.css';
import { RemoveMember } from './remove-member.tsx';
import { WhyAccess } from './why-access.tsx';

type OpenDialog = { dialog: 'add' } | { dialog: 'change' | 'remove'; member: Member };

export function Members({ item }: { item: ItemDetail }) {
  const { t } = useText();
  const { item_id } = item;
  const { data: members, error, refetch } = useCall(calls.member.getList, { item_id });
  const { data: teams } = useCall(calls.teamItem.getList, { item_id });
  const hasTeamMembers = teams?.some(({ memberCount }) => memberCount > 0);
  const [open, setOpen] = useState<OpenDialog>();
  const [explainedUsername, setExplainedUsername] = useState<string>();
  const onClosed = () => setOpen(undefined);
  const isFrozen = item.is_archived === 1;
  const add = !isFrozen && (
    <Button variant="primary" icon={<UserPlus />} onClick={() => setOpen({ dialog: 'add' })}>
      {t('member.add')}
    </Button>
  );
  return (
    <>
      <SectionHead
        title={t('member.title')}
        help={t('member.help')}
        action={members && members.length > 0 && add}
      />
      {isFrozen && (
        <div className={styles.note}>
          <Note kind="warning">{t('member.archived')}</Note>
        </div>
      )}
      {members ? (
        <Card>
          {members.length === 0 ? (
            <EmptyState
              title={t(hasTeamMembers ? 'member.onlyTeamsTitle' : 'member.emptyTitle')}
              actions={add}
            >
              {t(hasTeamMembers ? 'member.onlyTeamsText' : 'member.emptyText')}
            </EmptyState>
          ) : (
            <MemberTable
              members={members}
              onAct={(dialog, member) => setOpen({ dialog, member })}
              onExplain={setExplainedUsername}
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
      <div className={styles.space} />
      <LinkedTeams item={item} />
      <div className={styles.space} />
      <WhyAccess item={item} username={explainedUsername} onUsername={setExplainedUsername} />
      {open?.dialog === 'add' && <AddMembers itemId={item_id} onClosed={onClosed} />}
      {open?.dialog === 'change' && (
        <ChangeMember itemId={item_id} member={open.member} onClosed={onClosed} />
      )}
      {open?.dialog === 'remove' && (
        <RemoveMember itemId={item_id} member={open.member} onClosed={onClosed} />
      )}
    </>
  );
}
