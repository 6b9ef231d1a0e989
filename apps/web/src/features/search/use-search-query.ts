import { useSearchParams } from 'react-router';

/** The search parameters are part of the URL, so that results can be bookmarked, shared and revisited. */
export function useSearchQuery() {
  const [params, setParams] = useSearchParams();
  const number = (name: string) => Number(params.get(name)) || 0;
  return {
    keyword: params.get('keyword') ?? '',
    itemId: number('item_id'),
    itemType: number('item_type'),
    days: number('days'),
    scope: params.get('scope') === 'all' ? ('all' as const) : ('mine' as const),
    author: params.get('author') ?? '',
    page: Math.max(1, number('page')),
    /** Changes parameters and goes back to the first page. */
    change(next: Readonly<Record<string, string | number>>) {
      setParams((before) => {
        const changed = new URLSearchParams(before);
        changed.delete('page');
        for (const [name, value] of Object.entries(next)) {
          if (value === '' || value === 0) changed.delete(name);
          else changed.set(name, String(value));
        }
        return changed;
      });
    },
  };
}

export type SearchQuery = ReturnType<typeof useSearchQuery>;
