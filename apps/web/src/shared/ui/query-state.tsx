import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import { LoadError } from './load-error.tsx';
import { Skeleton } from './skeleton.tsx';

/** The part of a `useCall` result that this component needs. */
export interface QueryResult<T> {
  readonly data: T | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

/** Renders the data of a query, a skeleton while it is loading, or the error. */
export function QueryState<T>(props: { query: QueryResult<T>; children: (data: T) => ReactNode }) {
  const { data, error, refetch } = props.query;
  if (data !== undefined) return props.children(data);
  if (!error) return <Skeleton shape="rows" />;
  return (
    <Card>
      <LoadError error={error} onRetry={() => void refetch()} />
    </Card>
  );
}
