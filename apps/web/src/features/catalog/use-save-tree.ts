import { calls } from '@octavo/contract';
import { useQueryClient } from '@tanstack/react-query';
import { callKey } from '../../shared/api/use-call.ts';
import { useCommand } from '../../shared/api/use-command.ts';
import { changedCatalogs, type Tree } from './tree.ts';

/** Saves a changed tree with an optimistic update, and refetches it if the server rejects the change. */
export function useSaveTree(itemId: number): (before: Tree, after: Tree) => void {
  const queries = useQueryClient();
  const { mutate } = useCommand(calls.catalog.batUpdate, {
    scope: calls.catalog.batUpdate.path,
    refresh: [calls.catalog.catListName],
  });
  const queryKey = callKey(calls.catalog.catListGroup, { item_id: itemId });

  return (before, after) => {
    const cats = changedCatalogs(before, after);
    if (cats.length === 0) return;
    void queries.cancelQueries({ queryKey });
    queries.setQueryData(queryKey, after);
    const onError = () => void queries.invalidateQueries({ queryKey });
    mutate({ item_id: itemId, cats }, { onError });
  };
}
