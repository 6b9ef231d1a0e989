import type { Calls } from '@octavo/contract';
import type { CallResponse } from '@octavo/contract/define-call';
import { Trash2 } from 'lucide-react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Time } from '../../../shared/i18n/time.tsx';
import { Person } from '../../../shared/people/person.tsx';
import { useShowMore } from '../../../shared/people/use-show-more.tsx';
import { DataTable } from '../../../shared/ui/data-table.tsx';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import styles from './team-member-table.module.css';

export type TeamMember = CallResponse<Calls['teamMember']['getList']>[number];

interface TeamMemberTableProps {
  members: readonly TeamMember[];
  onRemove: (member: TeamMember) => void;
}

export function TeamMemberTable({ members, onRemove }: TeamMemberTableProps) {
  const { t } = useText();
  const { shown, more } = useShowMore(members);
  const count = members.length;
  return (
    <>
      <DataTable
        label={t('team.membersTitle')}
        rows={shown}
        keyOf={({ id }) => id}
        columns={[
          {
            label: t('member.member'),
            render: ({ member_username }) => <Person username={member_username} name="" />,
          },
          { label: t('member.name'), render: ({ name }) => name },
          { label: t('member.added'), render: ({ addtime }) => <Time value={addtime} /> },
          {
            label: t('team.actions'),
            width: 90,
            kind: 'actions',
            render: (member) => (
              <IconButton
                danger
                label={t('member.remove', { username: member.member_username })}
                onClick={() => onRemove(member)}
              >
                <Trash2 />
              </IconButton>
            ),
          },
        ]}
      />
      {more}
      <p className={styles.note}>
        {t('team.memberCount', { count })} · {t('team.newReads')}
      </p>
    </>
  );
}
