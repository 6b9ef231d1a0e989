import { calls } from '@octavo/contract';
import { ChevronDown, ChevronUp, Link2, Users } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../../shared/api/use-call.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { TeamAccess } from '../../../shared/people/team-access/team-access.tsx';
import { useSession } from '../../../shared/session/session.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Card, SectionHead } from '../../../shared/ui/card.tsx';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import { LoadError } from '../../../shared/ui/load-error.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { Tile } from '../../../shared/ui/tile.tsx';
import type { ItemDetail } from '../item-detail.ts';
import type { LinkedTeam } from '../members.ts';
import { LinkTeam } from './link-team.tsx';
import styles from './members.module.css';
import { UnlinkTeam } from './unlink-team.tsx';

export function LinkedTeams({ item }: { item: ItemDetail }) {
  const { t } = useText();
  const { item_id } = item;
  const { data: teams, error, refetch } = useCall(calls.teamItem.getList, { item_id });
  const [linking, setLinking] = useState(false);
  const [unlinking, setUnlinking] = useState<LinkedTeam>();
  const link = item.is_archived === 0 && (
    <Button icon={<Link2 />} onClick={() => setLinking(true)}>
      {t('member.link')}
    </Button>
  );
  return (
    <>
      <SectionHead title={t('member.teams')} help={t('member.teamsHelp')} action={teams && link} />
      {teams ? (
        <Card>
          {teams.map((team) => (
            <LinkedTeamRow key={team.id} item={item} team={team} onUnlink={setUnlinking} />
          ))}
          {teams.length === 0 && <p className={styles.empty}>{t('member.noTeams')}</p>}
        </Card>
      ) : error ? (
        <Card>
          <LoadError error={error} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <Skeleton shape="rows" />
      )}
      {linking && teams && (
        <LinkTeam itemId={item_id} linked={teams} onClosed={() => setLinking(false)} />
      )}
      {unlinking && <UnlinkTeam team={unlinking} onClosed={() => setUnlinking(undefined)} />}
    </>
  );
}

interface LinkedTeamRowProps {
  item: ItemDetail;
  team: LinkedTeam;
  onUnlink: (team: LinkedTeam) => void;
}

/** A team and, when expanded, its right in this item with the exceptions of its members. */
function LinkedTeamRow({ item, team, onUnlink }: LinkedTeamRowProps) {
  const { t } = useText();
  const { account } = useSession();
  const [open, setOpen] = useState(false);
  const { team_id, team_name, username, memberCount: count } = team;
  const names = { team: team_name };
  return (
    <div className={styles.part}>
      <div className={styles.team}>
        <Tile id={team_id}>
          <Users />
        </Tile>
        <div className={styles.words}>
          <b>{team_name}</b>
          <span>
            {username === account?.username
              ? t('team.memberCount', { count })
              : t('member.teamOf', { members: count, username })}
          </span>
        </div>
        <Button
          variant="quietDanger"
          size="small"
          aria-label={t('member.unlinkTeam', names)}
          onClick={() => onUnlink(team)}
        >
          {t('member.unlink')}
        </Button>
        <IconButton
          label={open ? t('member.hideTeam', names) : t('member.showTeam', names)}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {open ? <ChevronUp /> : <ChevronDown />}
        </IconButton>
      </div>
      {open && (
        <div className={styles.people}>
          <TeamAccess
            label={t('team.exceptionsOf', names)}
            link={team}
            mayExtend={item.is_archived === 0}
          />
        </div>
      )}
    </div>
  );
}
