import { EDIT_GROUP } from '@octavo/contract/member-group';
import { CircleQuestionMark, Eye, Pencil, SquarePen, Trash2 } from 'lucide-react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Time } from '../../../shared/i18n/time.tsx';
import { Person } from '../../../shared/people/person.tsx';
import { useShowMore } from '../../../shared/people/use-show-more.tsx';
import { DataTable } from '../../../shared/ui/data-table.tsx';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import type { Member } from '../members.ts';
import styles from './members.module.css';

interface MemberTableProps {
  members: readonly Member[];
  onAct: (action: 'change' | 'remove', member: Member) => void;
  onExplain: (username: string) => void;
}

export function MemberTable({ members, onAct, onExplain }: MemberTableProps) {
  const { t } = useText();
  const { shown, more } = useShowMore(members);
  return (
    <>
      <DataTable
        label={t('member.title')}
        rows={shown}
        keyOf={({ item_member_id }) => item_member_id}
        columns={[
          { label: t('member.member'), render: (member) => <Person {...member} /> },
          {
            label: t('member.authority'),
            width: 160,
            render: ({ member_group_id }) => <Authority editing={member_group_id === EDIT_GROUP} />,
          },
          {
            label: t('member.catalog'),
            width: 180,
            render: ({ cat_id, cat_name }) =>
              cat_id === 0 ? (
                t('member.allCatalogs')
              ) : cat_name === '' ? (
                <span className={styles.gone}>{t('member.goneCatalog')}</span>
              ) : (
                cat_name
              ),
          },
          {
            label: t('member.added'),
            width: 150,
            render: ({ addtime }) => (
              <span className={styles.time}>
                <Time value={addtime} />
              </span>
            ),
          },
          {
            label: t('team.actions'),
            width: 130,
            kind: 'actions',
            render: (member) => (
              <>
                <IconButton
                  label={t('member.whyOf', member)}
                  onClick={() => onExplain(member.username)}
                >
                  <CircleQuestionMark />
                </IconButton>
                <IconButton
                  label={t('member.change', member)}
                  onClick={() => onAct('change', member)}
                >
                  <Pencil />
                </IconButton>
                <IconButton
                  danger
                  label={t('member.remove', member)}
                  onClick={() => onAct('remove', member)}
                >
                  <Trash2 />
                </IconButton>
              </>
            ),
          },
        ]}
      />
      {more}
    </>
  );
}

export function Authority({ editing }: { editing: boolean }) {
  const { t } = useText();
  return editing ? (
    <Tag kind="accent" icon={<SquarePen />}>
      {t('member.edit')}
    </Tag>
  ) : (
    <Tag icon={<Eye />}>{t('member.readOnly')}</Tag>
  );
}
