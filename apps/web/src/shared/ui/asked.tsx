import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import { LoadError } from './load-error.tsx';
import { Skeleton } from './skeleton.tsx';

/** What `useCall` gives, as far as a screen waits for it. */
export interface AskedCall<T> {
  readonly data: T | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

/** What was asked for once it is there; until then that it comes, or why it does not. */
export function Asked<T>(props: { asked: AskedCall<T>; children: (data: T) => ReactNode }) {
  const { data, error, refetch } = props.asked;
  if (data !== undefined) return props.children(data);
  if (!error) return <Skeleton shape="rows" />;
  return (
    <Card>
      <LoadError error={error} onRetry={() => void refetch()} />
    </Card>
  );
}
