import type { ReactNode } from 'react';
import { QueryState, type QueryResult } from './query-state.tsx';
import { Card } from './card.tsx';
import { Pager } from './pager.tsx';

interface Page<Row> {
  readonly list: readonly Row[];
  readonly total: number;
}

interface PagedListProps<Row> {
  query: QueryResult<Page<Row>>;
  size: number;
  page: number;
  onPage: (page: number) => void;
  /** Without a card on a wide screen. */
  flat?: boolean;
  /** Shown instead of rows when there are none. */
  empty: ReactNode;
  children: (rows: readonly Row[]) => ReactNode;
}

/** One page of a long list with pagination, including the loading, empty and error states. */
export function PagedList<Row>(props: PagedListProps<Row>) {
  const { query, size, page, onPage, flat = false, empty, children } = props;
  return (
    <QueryState query={query}>
      {({ total, list }) => (
        <>
          <Card flat={flat}>{total > 0 ? children(list) : empty}</Card>
          {total > 0 && <Pager total={total} size={size} page={page} onPage={onPage} />}
        </>
      )}
    </QueryState>
  );
}

/** The last page of a list. The current page may be beyond it after its only row was deleted. */
export function lastPage(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size));
}
