import { calls } from '@octavo/contract';
import { useSearchParams } from 'react-router';
import { useCall } from '../../shared/api/use-call.ts';

/** The user's items and groups, and the items of the group in the URL. */
export function useMyItems() {
  const [search] = useSearchParams();
  const groups = useCall(calls.itemGroup.getList, {});
  const asked = Number(search.get('item_group_id') ?? 0);
  // A deleted group shows all items; until the groups are loaded, the id in the URL is assumed to be valid.
  const isKnown = groups.data?.some(({ id }) => id === asked) ?? Number.isSafeInteger(asked);
  const groupId = isKnown && asked > 0 ? asked : 0;

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
