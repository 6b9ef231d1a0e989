import { calls, type Calls } from '@octavo/contract';
import type { CallResponse } from '@octavo/contract/define-call';
import { useEffect, useState } from 'react';
import { call } from '../../../shared/api/call.ts';

export type CatalogHit = CallResponse<Calls['catalog']['search']>[number];

interface SearchState {
  readonly hits: readonly CatalogHit[];
  readonly isWaiting: boolean;
  readonly failure?: { readonly error: unknown; readonly retry: () => void };
}

interface SearchResult extends Omit<SearchState, 'isWaiting'> {
  readonly keyword: string;
}

/** Debounce: no request for every typed letter. */
const DEBOUNCE_MS = 200;

/** Searches the catalogs of all items while typing. */
export function useTargetSearch(keyword: string): SearchState {
  const [result, setResult] = useState<SearchResult>();
  const isNeeded = keyword !== '' && result?.keyword !== keyword;
  useEffect(() => {
    if (!isNeeded) return;
    const controller = new AbortController();
    const retry = () => setResult(undefined);
    const timer = setTimeout(() => {
      call(calls.catalog.search, { keyword }, { signal: controller.signal }).then(
        (hits) => setResult({ keyword, hits }),
        (error: unknown) => {
          if (controller.signal.aborted) return;
          setResult({ keyword, hits: [], failure: { error, retry } });
        },
      );
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [keyword, isNeeded]);
  if (result && !isNeeded) return { ...result, isWaiting: false };
  // Earlier results that also match the new text stay until its own results are here.
  const word = keyword.toLowerCase();
  const hits = (result?.hits ?? []).filter(({ cat_name }) => cat_name.toLowerCase().includes(word));
  return { hits, isWaiting: keyword !== '' };
}
