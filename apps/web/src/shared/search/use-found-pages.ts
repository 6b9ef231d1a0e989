import { calls } from '@octavo/contract';
import type { FoundPage } from '@octavo/contract/search.contract';
import { useEffect, useState } from 'react';
import { call } from '../api/call.ts';
import { isSearchable } from './is-searchable.ts';

/** Debounce: no request for every typed letter. */
const WAIT = 250;

/** Searches the pages of all items of the user while typing; `count` 0 disables the search. */
export function useFoundPages(word: string, count: number) {
  const [found, setFound] = useState<{ word: string; pages: readonly FoundPage[] }>({
    word: '',
    pages: [],
  });
  const isAsked = count > 0 && isSearchable(word);
  useEffect(() => {
    if (!isAsked) return;
    const stop = new AbortController();
    const input = { keyword: word, count, typing: true };
    const timer = setTimeout(() => {
      call(calls.search.all, input, { signal: stop.signal, silent: true }).then(
        ({ list }) => setFound({ word, pages: list }),
        // The palette still shows items and actions; the next letter searches again.
        () => setFound({ word, pages: [] }),
      );
    }, WAIT);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [word, count, isAsked]);
  return {
    pages: isAsked ? found.pages : [],
    isWaiting: isAsked && found.word !== word,
  };
}
