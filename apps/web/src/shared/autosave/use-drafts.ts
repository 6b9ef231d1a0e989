import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { draftStore } from './draft-store.ts';

const KEY = 'kept-texts';

/** The user's drafts on this device, newest first. */
export function useDrafts(uid: number) {
  const queries = useQueryClient();
  const { data: drafts, error } = useQuery({
    queryKey: [KEY, uid],
    queryFn: () => draftStore.listByUser(uid),
    staleTime: 0,
  });
  const remove = useCallback(
    async (id: string) => {
      await draftStore.remove(id);
      await queries.invalidateQueries({ queryKey: [KEY, uid] });
    },
    [queries, uid],
  );
  return { drafts, error, remove };
}
