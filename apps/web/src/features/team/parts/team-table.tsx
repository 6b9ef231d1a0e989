import type { Calls } from '@octavo/contract';
import type { CallResponse } from '@octavo/contract/define-call';
import { paths } from '@octavo/contract/paths';
import { ArrowRightLeft, Pencil, Trash2, Users } from 'lucide-react';
import { Link } from 'react-router';
import { useText } from '../../../shared/i18n/texts.tsx';
import { ButtonLink } from '../../../shared/ui/button.tsx';
import { DataTable } from '../../../shared/ui/data-table.tsx';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import { Tile } from '../../../shared/ui/tile.tsx';
import styles from './team-table.module.css';

export type Team = CallResponse<Calls['team']['getList']>[number];

interface TeamTableProps {
  teams: readonly Team[];
  onAct: (action: 'rename' | 'attorn' | 'delete', team: Team) => void;
}

export function TeamTable({ teams, onAct }: TeamTableProps) {
  const { t } = useText();
  return (
    <DataTable
      label={t('team.title')}
      rows={teams}
      keyOf={({ id }) => id}
      columns={[
        {
          label: t('team.team'),
          render: ({ id, team_name }) => (
            <span className={styles.team}>
              <Tile id={id}>
                <Users />
              </Tile>
              {team_name}
            </span>
          ),
        },
        {
          label: t('team.members'),
          width: 150,
          render: ({ id, memberCount: count }) => (
            <Link to={paths.teamMembers.href({ team_id: id })}>
              {t('team.memberCount', { count })}
            </Link>
          ),
        },
        {
          label: t('team.items'),
          width: 130,
          render: ({ id, itemCount: count }) => (
            <Link to={paths.teamItems.href({ team_id: id })}>{t('team.itemCount', { count })}</Link>
          ),
        },
        {
          label: t('team.actions'),
          width: 340,
          kind: 'actions',
          render: (team) => <Actions team={team} onAct={onAct} />,
        },
      ]}
    />
  );
}

function Actions({ team, onAct }: { team: Team } & Pick<TeamTableProps, 'onAct'>) {
  const { t } = useText();
  const params = { team_id: team.id };
  const names = { team: team.team_name };
  return (
    <>
      <span className={styles.text}>
        <ButtonLink
          variant="quiet"
          size="small"
          to={paths.teamMembers.href(params)}
          aria-label={t('team.membersOf', names)}
        >
          {t('team.members')}
        </ButtonLink>
        <ButtonLink
          variant="quiet"
          size="small"
          to={paths.teamItems.href(params)}
          aria-label={t('team.itemsOf', names)}
        >
          {t('team.itemsTitle')}
        </ButtonLink>
      </span>
      <IconButton label={t('team.renameTeam', names)} onClick={() => onAct('rename', team)}>
        <Pencil />
      </IconButton>
      <IconButton label={t('team.attornTeam', names)} onClick={() => onAct('attorn', team)}>
        <ArrowRightLeft />
      </IconButton>
      <IconButton danger label={t('team.deleteTeam', names)} onClick={() => onAct('delete', team)}>
        <Trash2 />
      </IconButton>
    </>
  );
}
