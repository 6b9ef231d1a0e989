import type { Chapter, ExportSource, ReadChapter } from '../export-source.ts';

function* sliced(chapters: readonly Chapter[], most: number): Generator<readonly Chapter[]> {
  let slice: Chapter[] = [];
  let pages = 0;
  for (const chapter of chapters) {
    // Starts the next part right after the last page, so that no part ends with a catalog title.
    if (pages === most) {
      yield slice;
      slice = [];
      pages = 0;
    }
    slice.push(chapter);
    if (chapter.page) pages += 1;
  }
  if (slice.length > 0) yield slice;
}

/** Splits a source into several with at most `most` pages each. They must be read in order. */
export function partsOf(source: ExportSource, most: number): readonly ExportSource[] {
  const slices = [...sliced(source.chapters, most)];
  const digits = String(slices.length).length;
  const all = source.read()[Symbol.asyncIterator]();
  let ahead: IteratorResult<ReadChapter> | undefined;
  return slices.map((chapters, at) => ({
    ...source,
    name: `${source.name} (${String(at + 1).padStart(digits, '0')})`,
    chapters,
    pageCount: chapters.filter(({ page }) => page).length,
    async *read() {
      const last = chapters.at(-1)?.number ?? 0;
      for (;;) {
        ahead ??= await all.next();
        if (ahead.done || ahead.value.number > last) return;
        yield ahead.value;
        ahead = undefined;
      }
    },
  }));
}
