import { calls } from '@octavo/contract';
import { useState } from 'react';
import { useCall } from '../../api/use-call.ts';
import { useCommand } from '../../api/use-command.ts';
import { useText } from '../../i18n/texts.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Exceptions } from './exceptions.tsx';
import { Followers } from './followers.tsx';
import {
  isSameRight,
  useRightNames,
  type TeamLink,
  type TeamMemberRight,
  type TeamRight,
} from './team-right.ts';
import { WholeTeam } from './whole-team.tsx';
import styles from './team-access.module.css';

interface TeamAccessProps {
  /** The accessible name of the table of exceptions. */
  label: string;
  link: TeamLink;
  /** Only the owner of the item extends rights, and not while it is archived. */
  mayExtend: boolean;
  /** Called after each change with a sentence about it. */
  onSaved?: (text: string) => void;
}

const REFRESH = [
  calls.teamItem.getList,
  calls.teamItem.getListByTeam,
  calls.teamItemMember.getList,
  calls.item.explainAccess,
];

/** The right of a team in an item and the exceptions of its members; each change is saved immediately. */
export function TeamAccess({ label, link, mayExtend, onSaved }: TeamAccessProps) {
  const { t } = useText();
  const { item_id, team_id } = link;
  const {
    data: members,
    error,
    refetch,
  } = useCall(calls.teamItemMember.getList, { item_id, team_id });
  const names = useRightNames(item_id);
  const options = { refresh: REFRESH, scope: `team-item-${link.id}` };
  const setRight = useCommand(calls.teamItem.setRight, options);
  const save = useCommand(calls.teamItemMember.save, options);
  const remove = useCommand(calls.teamItemMember.delete, options);
  /** The chosen right of the team until it is saved. */
  const [sent, setSent] = useState<TeamRight>();
  const [added, setAdded] = useState<TeamMemberRight>();
  const [asking, setAsking] = useState<{ member: TeamMemberRight; right: TeamRight }>();
  if (error && !members) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!members) return <Skeleton shape="rows" />;

  const changeTeamRight = (right: TeamRight) => {
    setSent(right);
    setRight.mutate(
      { id: link.id, ...right },
      {
        onSuccess: () => onSaved?.(t('team.teamHas', { right: names.rightText(right) })),
        onSettled: () => setSent(undefined),
      },
    );
  };
  const saveException = ({ id, member_username: username }: TeamMemberRight, right: TeamRight) =>
    save.mutate(
      { id, ...right },
      {
        onSuccess: () => {
          setAdded(undefined);
          onSaved?.(t('team.nowHas', { username, right: names.rightText(right) }));
        },
      },
    );
  const follow = (member: TeamMemberRight) => {
    setAdded(undefined);
    if (member.is_exception === 0) return;
    const { id, member_username: username } = member;
    remove.mutate({ id }, { onSuccess: () => onSaved?.(t('team.followsAgain', { username })) });
  };
  const followers = members.filter(({ is_exception }) => is_exception === 0);
  return (
    <div className={styles.access}>
      <WholeTeam
        right={sent ?? link}
        count={members.length}
        names={names}
        mayExtend={mayExtend}
        onRight={changeTeamRight}
      />
      <Exceptions
        label={label}
        link={link}
        exceptions={members.filter(({ is_exception }) => is_exception === 1)}
        followers={followers}
        added={added}
        names={names}
        onAdd={setAdded}
        onRight={(member, right) =>
          isSameRight(link, right) ? setAsking({ member, right }) : saveException(member, right)
        }
        onFollow={follow}
      />
      <Followers followers={followers} right={names.rightText(link)} />
      {asking && (
        <SameAsTeam
          username={asking.member.member_username}
          right={names.rightText(link)}
          onKeep={() => saveException(asking.member, asking.right)}
          onFollow={() => follow(asking.member)}
          onClosed={() => setAsking(undefined)}
        />
      )}
    </div>
  );
}

interface SameAsTeamProps {
  username: string;
  right: string;
  onKeep: () => void;
  onFollow: () => void;
  onClosed: () => void;
}

/** An exception equal to the right of the team has an effect only when that right changes, so it is kept on request. */
function SameAsTeam({ username, right, onKeep, onFollow, onClosed }: SameAsTeamProps) {
  const { t } = useText();
  const [done, setDone] = useState(false);
  const answer = (act: () => void) => () => {
    act();
    setDone(true);
  };
  return (
    <ConfirmDialog
      kind="plain"
      title={t('team.sameTitle', { username })}
      confirm={t('team.follow')}
      other={{ label: t('team.keepException'), onClick: answer(onKeep) }}
      done={done}
      onConfirm={answer(onFollow)}
      onClosed={onClosed}
    >
      {t('team.sameText', { right })}
    </ConfirmDialog>
  );
}
