import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import { LoadError } from './load-error.tsx';
import { Pager } from './pager.tsx';
import { Skeleton } from './skeleton.tsx';

interface Page<Row> {
  readonly list: readonly Row[];
  readonly total: number;
}

interface PagedListProps<Row> {
  /** What useCall gave. */
  asked: { data: Page<Row> | undefined; error: Error | null; refetch: () => unknown };
  size: number;
  page: number;
  onPage: (page: number) => void;
  /** Shown instead of rows when there are none. */
  empty: ReactNode;
  children: (rows: readonly Row[]) => ReactNode;
}

/** One page of a long list on a card, with the ways to the others; loading, empty and failed too. */
export function PagedList<Row>(props: PagedListProps<Row>) {
  const { asked, size, page, onPage, empty, children } = props;
  const { data, error, refetch } = asked;
  if (!data)
    return error ? (
      <Card>
        <LoadError error={error} onRetry={() => void refetch()} />
      </Card>
    ) : (
      <Skeleton shape="rows" />
    );
  return (
    <>
      <Card>{data.total > 0 ? children(data.list) : empty}</Card>
      {data.total > 0 && <Pager total={data.total} size={size} page={page} onPage={onPage} />}
    </>
  );
}

/** The last row of a page may have just been deleted: then the page before it is the last. */
export function lastPage(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size));
}
