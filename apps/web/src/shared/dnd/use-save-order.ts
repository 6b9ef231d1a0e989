import type { Call, CallInput, CallResponse } from '@octavo/contract/define-call';
import { useQueryClient } from '@tanstack/react-query';
import { callKey } from '../api/use-call.ts';
import { useCommand } from '../api/use-command.ts';

type RowOf<List extends Call> = CallResponse<List> extends readonly (infer Row)[] ? Row : never;

interface SaveOrderOptions<List extends Call, Save extends Call> {
  /** The query that shows the list. */
  readonly list: readonly [List, CallInput<List>];
  readonly idOf: (row: RowOf<List>) => number;
  readonly save: Save;
  readonly inputOf: (ids: readonly number[]) => CallInput<Save>;
}

/** Saves a new order: it is shown immediately, and the list is fetched again if the server rejects it. */
export function useSaveOrder<List extends Call, Save extends Call>(
  order: SaveOrderOptions<List, Save>,
): (ids: readonly number[]) => void {
  const queries = useQueryClient();
  const { mutate } = useCommand(order.save, { scope: order.save.path });
  const queryKey = callKey(...order.list);

  return (ids) => {
    const positions = new Map(ids.map((id, at) => [id, at]));
    const positionOf = (row: RowOf<List>) => positions.get(order.idOf(row)) ?? ids.length;
    // A pending response would bring back the old order.
    void queries.cancelQueries({ queryKey });
    queries.setQueryData<RowOf<List>[]>(queryKey, (rows) =>
      rows?.toSorted((a, b) => positionOf(a) - positionOf(b)),
    );
    const onError = () => void queries.invalidateQueries({ queryKey });
    mutate(order.inputOf(ids), { onError });
  };
}
