import { label, linesOf } from './label.ts';

/** Converts headings and bullets to a mermaid mindmap. */
export function mindmapToMermaid(source: string): string | undefined {
  const rows = source.split('\n').filter((line) => line.trim() !== '');
  if (rows[0]?.trim() === 'mindmap') return source;
  let headings = 0;
  const nodes: string[] = [];
  for (const row of rows) {
    const heading = /^(#{1,6})\s+(\S.*)$/.exec(row.trim());
    const bullet = /^(\s*)[-*+]\s+(\S.*)$/.exec(row);
    if (!heading && !bullet) return undefined;
    if (heading) headings = heading[1]?.length ?? 1;
    const depth = heading ? headings : headings + 1 + Math.floor((bullet?.[1]?.length ?? 0) / 2);
    const text = heading?.[2] ?? bullet?.[2] ?? '';
    nodes.push(`${'  '.repeat(Math.min(depth, 40))}n${nodes.length}[${label(text)}]`);
  }
  return linesOf(source).length > 0 ? ['mindmap', ...nodes].join('\n') : undefined;
}
