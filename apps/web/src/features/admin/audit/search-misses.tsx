import { calls } from '@octavo/contract';
import { useCall } from '../../../shared/api/use-call.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Time } from '../../../shared/i18n/time.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { DataTable } from '../../../shared/ui/data-table.tsx';
import { LoadError } from '../../../shared/ui/load-error.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { EmptyState } from '../../../shared/ui/state-block.tsx';
import { ConsoleHeader } from '../parts/console-header.tsx';

/** Search terms without results, which suggest missing pages. */
export function SearchMisses() {
  const { t } = useText();
  const { data, error, refetch } = useCall(calls.search.misses, { count: 100 });
  return (
    <>
      <ConsoleHeader title={t('search.misses')} help={t('search.missesHelp')} />
      {data ? (
        <Card flat>
          {data.length === 0 ? (
            <EmptyState title={t('search.missesEmptyTitle')}>
              {t('search.missesEmptyText')}
            </EmptyState>
          ) : (
            <DataTable
              label={t('search.misses')}
              rows={data.map((row, at) => ({ ...row, at }))}
              keyOf={({ at }) => at}
              columns={[
                { label: t('search.word'), render: ({ keyword }) => keyword },
                {
                  label: t('search.times'),
                  width: 100,
                  kind: 'number',
                  render: ({ times }) => times,
                },
                {
                  label: t('search.lastTime'),
                  width: 180,
                  render: ({ last_time }) => <Time value={last_time} />,
                },
              ]}
            />
          )}
        </Card>
      ) : error ? (
        <Card>
          <LoadError error={error} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <Skeleton shape="rows" />
      )}
    </>
  );
}
