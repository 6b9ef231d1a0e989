/**
 * What one document may cost. Past a limit the rest is shown as its source text, never dropped:
 * a page of 2 MB written to hurt still ends in bounded time and bounded HTML.
 */
export const LIMITS = {
  /** Characters of the finished HTML; a longer one is shown as source. */
  html: 16_000_000,
  /** Blocks inside blocks, and marks inside marks. */
  nesting: 100,
  tableCells: 60_000,
  tableColumns: 200,
  footnoteRefs: 5_000,
  /** Headings that get an id and a line in the outline. */
  headings: 5_000,
  /** Raw tags open at the same time. */
  openTags: 300,
  formulas: 1_000,
  formulaLength: 4_000,
  formulaCharacters: 60_000,
  /** What colouring code may cost in all, in characters of a linear grammar. */
  code: 250_000,
  /** A longer line is not coloured, unless the grammar is linear. */
  codeLine: 1_000,
  diagram: 30_000,
  diagramLine: 500,
  /** Characters that reference links may add by repeating a long address. */
  references: 500_000,
  /** Lines a `$$` block may have before it counts as unclosed. */
  formulaLines: 300,
} as const;
