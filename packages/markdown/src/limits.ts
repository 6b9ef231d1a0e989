/**
 * Limits per document, so that even a malicious page of 2 MB is rendered in bounded time and to bounded
 * HTML. Beyond a limit, the rest is shown as source text, never dropped.
 */
export const LIMITS = {
  /** Characters of the resulting HTML; a longer document is shown as source. */
  html: 16_000_000,
  /** Nesting depth of blocks and of inline marks. */
  nesting: 100,
  tableCells: 60_000,
  tableColumns: 200,
  footnoteRefs: 5_000,
  /** Headings with an id and an outline entry. */
  headings: 5_000,
  /** Raw HTML tags that are open at the same time. */
  openTags: 300,
  formulas: 1_000,
  formulaLength: 4_000,
  formulaCharacters: 60_000,
  /** Total cost of syntax highlighting, in characters of a linear grammar. */
  code: 250_000,
  /** Code with longer lines is not highlighted, unless the grammar is linear. */
  codeLine: 1_000,
  diagram: 30_000,
  diagramLine: 500,
  /** Total length of URLs that reference links insert. */
  references: 500_000,
  /** Lines after which a `$$` block is treated as unclosed. */
  formulaLines: 300,
} as const;
