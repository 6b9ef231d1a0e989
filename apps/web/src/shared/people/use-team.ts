import { calls } from '@octavo/contract';
import { useParams } from 'react-router';
import { useCall } from '../api/use-call.ts';

/** The team of the current URL; `teamName` is empty while it is loading and if the user has no such team. */
export function useTeam() {
  const teamId = Number(useParams()['team_id']);
  const { data } = useCall(calls.team.getList, {});
  return { teamId, teamName: data?.find(({ id }) => id === teamId)?.team_name ?? '' };
}
