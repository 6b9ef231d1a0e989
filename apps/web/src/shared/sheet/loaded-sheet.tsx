import { calls } from '@octavo/contract';
import type { Workbook } from '@octavo/sheet/workbook';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { call } from '../api/call.ts';
import { LoadError } from '../ui/load-error.tsx';
import { readCalculatedWorkbook } from './calculated-workbook.ts';
import { SheetView } from './sheet-view.tsx';
import type { HistorySource } from './use-cell-history.ts';

export interface LoadedSheetProps {
  page_id: number;
  version: number;
  /** The key of a shared page, which replaces its id in requests. */
  uniqueKey: string | undefined;
  isWhole: boolean;
  aside: ReactNode;
  /** Shown until the whole table is loaded. */
  children: ReactNode;
}

/** Loads and shows a whole stored table. */
export function LoadedSheet(props: LoadedSheetProps) {
  const { page_id, version, uniqueKey, isWhole, aside, children } = props;
  const [loaded, setLoaded] = useState<{ workbook: Workbook; history: HistorySource }>();
  const [error, setError] = useState<Error>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let current = true;
    const content =
      uniqueKey === undefined
        ? call({ ...calls.page.info, method: 'GET' }, { page_id })
        : call(calls.page.infoByKey, { unique_key: uniqueKey });
    content
      .then(async ({ page_content, author_username, addtime }) => ({
        workbook: await readCalculatedWorkbook(page_content),
        history: { page_id, author: author_username, addtime },
      }))
      .then(
        (result) => current && setLoaded(result),
        (failed: Error) => current && setError(failed),
      );
    return () => {
      current = false;
    };
    // `version` and `attempt` are not used in the effect: they trigger a new request.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [page_id, version, uniqueKey, attempt]);
  const retry = useCallback(() => {
    setError(undefined);
    setAttempt((before) => before + 1);
  }, []);
  if (error) return <LoadError error={error} onRetry={retry} />;
  if (!loaded) return children;
  return (
    <SheetView
      workbook={loaded.workbook}
      isWhole={isWhole}
      aside={aside}
      // A shared page gives no access to its history.
      history={uniqueKey === undefined ? loaded.history : undefined}
    />
  );
}
