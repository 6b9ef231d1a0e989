import { calls } from '@octavo/contract';
import type { HomeEntry, HomeOverview } from '@octavo/contract/home.entities';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { isLoginNeeded, useErrorText } from '../../shared/api/error-text.ts';
import { callKey } from '../../shared/api/use-call.ts';
import { useCommand } from '../../shared/api/use-command.ts';
import { showToast } from '../../shared/ui/toast-store.ts';

/** A number for each favourite, because lists are sorted by numbers. */
export const favouriteId = ({ page_id, item_id }: Pick<HomeEntry, 'page_id' | 'item_id'>) =>
  page_id > 0 ? page_id : -item_id;

const targetOf = ({ page_id, item_id }: Pick<HomeEntry, 'page_id' | 'item_id'>) =>
  page_id > 0 ? { page_id } : { item_id };

/** Adds, removes and sorts favourites. A change is shown at once, and taken back with the reason if it fails. */
export function useFavourites() {
  const queries = useQueryClient();
  const errorText = useErrorText();
  const { mutate: add } = useCommand(calls.favourite.add, { inline: true });
  const { mutate: remove } = useCommand(calls.favourite.delete, { inline: true });
  const { mutate: sort } = useCommand(calls.favourite.sort, {
    inline: true,
    scope: calls.favourite.sort.path,
  });

  const change = useCallback(
    (update: (favourites: readonly HomeEntry[]) => readonly HomeEntry[]) => {
      const queryKey = callKey(calls.home.open, {});
      // A pending response would bring back the former state.
      void queries.cancelQueries({ queryKey });
      queries.setQueryData<HomeOverview>(
        queryKey,
        (overview) => overview && { ...overview, favourites: [...update(overview.favourites)] },
      );
    },
    [queries],
  );
  const report = useCallback(
    (error: Error) => {
      if (!isLoginNeeded(error)) showToast({ kind: 'error', text: errorText(error) });
    },
    [errorText],
  );

  const toggle = useCallback(
    (entry: HomeEntry, isFavourite: boolean) => {
      const id = favouriteId(entry);
      const without = (favourites: readonly HomeEntry[]) =>
        favourites.filter((other) => favouriteId(other) !== id);
      let former: readonly HomeEntry[] = [];
      change((favourites) => {
        former = favourites;
        return isFavourite ? [...without(favourites), entry] : without(favourites);
      });
      const at = former.findIndex((other) => favouriteId(other) === id);
      const onError = (error: Error) => {
        change((favourites) =>
          isFavourite ? without(favourites) : without(favourites).toSpliced(at, 0, entry),
        );
        report(error);
      };
      (isFavourite ? add : remove)(targetOf(entry), { onError });
    },
    [change, report, add, remove],
  );

  const saveOrder = useCallback(
    (ids: readonly number[]) => {
      let former: readonly HomeEntry[] = [];
      let sorted: readonly HomeEntry[] = [];
      change((favourites) => {
        former = favourites;
        const positions = new Map(ids.map((id, at) => [id, at]));
        const positionOf = (entry: HomeEntry) => positions.get(favouriteId(entry)) ?? ids.length;
        sorted = favourites.toSorted((a, b) => positionOf(a) - positionOf(b));
        return sorted;
      });
      const onError = (error: Error) => {
        change(() => former);
        report(error);
      };
      sort({ favourites: sorted.map(targetOf) }, { onError });
    },
    [change, report, sort],
  );

  return { toggle, saveOrder };
}
