import { calls } from '@octavo/contract';
import { useParams } from 'react-router';
import { useCall } from '../api/use-call.ts';

/** The team that the address names; undefined while it loads, `name` empty if it is none of one's own. */
export function useTeam() {
  const teamId = Number(useParams()['team_id']);
  const { data } = useCall(calls.team.getList, {});
  return { teamId, teamName: data?.find(({ id }) => id === teamId)?.team_name ?? '' };
}
