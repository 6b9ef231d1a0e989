import type { Chapter, ExportSource, LoadedChapter } from '../export-source.ts';

function* splitChapters(
  chapters: readonly Chapter[],
  maxPages: number,
): Generator<readonly Chapter[]> {
  let slice: Chapter[] = [];
  let pages = 0;
  for (const chapter of chapters) {
    // Starts the next part right after the last page, so that no part ends with a catalog title.
    if (pages === maxPages) {
      yield slice;
      slice = [];
      pages = 0;
    }
    slice.push(chapter);
    if (chapter.page) pages += 1;
  }
  if (slice.length > 0) yield slice;
}

/** Splits a source into several with at most `maxPages` pages each. They must be read in order. */
export function splitSource(source: ExportSource, maxPages: number): readonly ExportSource[] {
  const slices = [...splitChapters(source.chapters, maxPages)];
  const digits = String(slices.length).length;
  const all = source.read()[Symbol.asyncIterator]();
  let lookahead: IteratorResult<LoadedChapter> | undefined;
  return slices.map((chapters, at) => ({
    ...source,
    name: `${source.name} (${String(at + 1).padStart(digits, '0')})`,
    chapters,
    pageCount: chapters.filter(({ page }) => page).length,
    async *read() {
      const last = chapters.at(-1)?.number ?? 0;
      for (;;) {
        lookahead ??= await all.next();
        if (lookahead.done || lookahead.value.number > last) return;
        yield lookahead.value;
        lookahead = undefined;
      }
    },
  }));
}
