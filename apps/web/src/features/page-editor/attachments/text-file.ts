import { tabToTable } from '../tools/format/tab-to-table.ts';

/** Half of the maximum page size; larger files can only be attached. */
const MAX_BYTES = 1024 * 1024;

const TEXT_EXTENSION =
  /\.(?:txt|md|markdown|csv|tsv|log|json|ya?ml|toml|ini|conf|xml|html?|css|[jt]sx?|sql|sh|py|java|go|diff)$/i;
const TABLE_EXTENSION = /\.(?:csv|tsv)$/i;
const PROSE_EXTENSION = /\.(?:txt|md|markdown)$/i;

type NamedFile = Pick<File, 'name' | 'size'>;

/** Whether the text of the file can also be inserted into the page. */
export function isTextFile({ name, size }: NamedFile): boolean {
  return size <= MAX_BYTES && TEXT_EXTENSION.test(name);
}

export function isTableFile({ name }: Pick<NamedFile, 'name'>): boolean {
  return TABLE_EXTENSION.test(name);
}

/** The separator that yields the most cells in the first line. */
function detectSeparator(text: string): string {
  const [first = ''] = text.split('\n', 1);
  const counts = ['\t', ',', ';'].map(
    (separator) => [first.split(separator).length, separator] as const,
  );
  return counts.toSorted(([a], [b]) => b - a)[0]?.[1] ?? ',';
}

/** The text as Markdown: cells as a table, prose unchanged, any other text as a code block. */
export function toMarkdown(
  { name }: Pick<NamedFile, 'name'>,
  text: string,
  format: 'table' | 'text',
) {
  if (format === 'table') return tabToTable(text, detectSeparator(text)) ?? '';
  const trimmed = text.replaceAll(/\r\n?/g, '\n').trimEnd();
  if (PROSE_EXTENSION.test(name)) return trimmed;
  const fence = '`'.repeat(longestBacktickRun(trimmed) + 1);
  const language = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return `${fence}${language}\n${trimmed}\n${fence}`;
}

/** The longest run of backticks; at least 2, so that the fence has at least 3. */
function longestBacktickRun(text: string): number {
  return Math.max(2, ...Array.from(text.matchAll(/`{3,}/g), ([run]) => run.length));
}
