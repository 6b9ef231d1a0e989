import { calls } from '@octavo/contract';
import type { SearchResult } from '@octavo/contract/search.contract';
import { isSearchable } from '@octavo/contract/keyword';
import { useEffect, useState } from 'react';
import { call } from '../api/call.ts';

/** Debounce: no request for every typed letter. */
const DEBOUNCE_MS = 250;

/** Searches the pages of all items of the user while typing; `count` 0 disables the search. */
export function usePageSearch(word: string, count: number) {
  const [result, setResult] = useState<{ word: string; pages: readonly SearchResult[] }>({
    word: '',
    pages: [],
  });
  const isEnabled = count > 0 && isSearchable(word);
  useEffect(() => {
    if (!isEnabled) return;
    const controller = new AbortController();
    const input = { keyword: word, count, typing: true };
    const timer = setTimeout(() => {
      call(calls.search.all, input, { signal: controller.signal, silent: true }).then(
        ({ list }) => setResult({ word, pages: list }),
        // The palette still shows items and actions; the next letter searches again.
        () => setResult({ word, pages: [] }),
      );
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [word, count, isEnabled]);
  return {
    pages: isEnabled ? result.pages : [],
    isWaiting: isEnabled && result.word !== word,
  };
}
