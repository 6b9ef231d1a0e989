import { calls } from '@octavo/contract';
import { useSearchParams } from 'react-router';
import { useCall } from '../../shared/api/use-call.ts';

/** The user's items and groups, and the items of the group in the URL. */
export function useMyItems() {
  const [search] = useSearchParams();
  const groups = useCall(calls.itemGroup.getList, {});
  const requestedGroupId = Number(search.get('item_group_id') ?? 0);
  // A deleted group shows all items; until the groups are loaded, the id in the URL is assumed to be valid.
  const isValidGroup =
    groups.data?.some(({ id }) => id === requestedGroupId) ??
    Number.isSafeInteger(requestedGroupId);
  const groupId = isValidGroup && requestedGroupId > 0 ? requestedGroupId : 0;

  const all = useCall(calls.item.myList, { item_group_id: 0 });
  const inGroup = useCall(
    calls.item.myList,
    { item_group_id: groupId },
    { enabled: groupId !== 0 },
  );
  const shown = groupId === 0 ? all : inGroup;
  const failed = [all, groups, shown].find((query) => query.error && !query.data);
  return {
    all: all.data,
    groups: groups.data,
    shown: failed ? undefined : shown.data,
    groupId,
    failure: failed?.error,
    retry: () => void failed?.refetch(),
  };
}
