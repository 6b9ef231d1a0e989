import type { ReactNode } from 'react';
import { Asked, type AskedCall } from './asked.tsx';
import { Card } from './card.tsx';
import { Pager } from './pager.tsx';

interface Page<Row> {
  readonly list: readonly Row[];
  readonly total: number;
}

interface PagedListProps<Row> {
  asked: AskedCall<Page<Row>>;
  size: number;
  page: number;
  onPage: (page: number) => void;
  /** Without a card on a wide screen. */
  flat?: boolean;
  /** Shown instead of rows when there are none. */
  empty: ReactNode;
  children: (rows: readonly Row[]) => ReactNode;
}

/** One page of a long list on a card, with the ways to the others; loading, empty and failed too. */
export function PagedList<Row>(props: PagedListProps<Row>) {
  const { asked, size, page, onPage, flat = false, empty, children } = props;
  return (
    <Asked asked={asked}>
      {({ total, list }) => (
        <>
          <Card flat={flat}>{total > 0 ? children(list) : empty}</Card>
          {total > 0 && <Pager total={total} size={size} page={page} onPage={onPage} />}
        </>
      )}
    </Asked>
  );
}

/** The last row of a page may have just been deleted: then the page before it is the last. */
export function lastPage(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size));
}
