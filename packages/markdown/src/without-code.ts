const FENCE = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})/;
const LIST_ITEM = /^[ \t>]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;
const INDENTED = /^(?: {4}| {0,3}\t)/;

interface Fence {
  readonly run: string;
  readonly rest: string;
}

function fenceOf(line: string): Fence | undefined {
  const match = FENCE.exec(line);
  return match?.[1] === undefined
    ? undefined
    : { run: match[1], rest: line.slice(match[0].length) };
}

/** Removes fenced and indented code blocks; their lines stay as empty lines. */
function withoutBlocks(markdown: string): string {
  let open: Fence | undefined;
  let isList = false;
  let isAfterBlank = true;
  let isIndentedCode = false;
  const lines = markdown.split('\n').map((line) => {
    const fence = fenceOf(line);
    if (open) {
      if (fence?.run.startsWith(open.run) && fence.rest.trim() === '') open = undefined;
      return '';
    }
    // A run of backticks with another one on the same line is inline code.
    if (fence && !(fence.run.startsWith('`') && fence.rest.includes('`'))) {
      open = fence;
      isAfterBlank = false;
      return '';
    }
    if (line.trim() === '') {
      isAfterBlank = true;
      return line;
    }
    const isIndented = INDENTED.test(line);
    isIndentedCode = isIndented && !isList && (isAfterBlank || isIndentedCode);
    if (LIST_ITEM.test(line) && !isIndentedCode) isList = true;
    else if (isAfterBlank && !/^[ \t]/.test(line)) isList = false;
    isAfterBlank = false;
    return isIndentedCode ? '' : line;
  });
  return lines.join('\n');
}

/** Removes code spans: a run of backticks ends at the next run of the same length in the same paragraph. */
function withoutSpans(paragraph: string): string {
  if (!paragraph.includes('`')) return paragraph;
  const lastOfLength = new Map<number, number>();
  /** The end of the span that starts with the run at a position. */
  const ends = new Map<number, number>();
  const runs = Array.from(paragraph.matchAll(/`+/g), ({ index, 0: { length } }) => {
    const previous = lastOfLength.get(length);
    if (previous !== undefined) ends.set(previous, index + length);
    lastOfLength.set(length, index);
    return index;
  });
  let text = '';
  let from = 0;
  for (const at of runs) {
    const end = at < from || paragraph[at - 1] === '\\' ? undefined : ends.get(at);
    if (end === undefined) continue;
    text += `${paragraph.slice(from, at)} `;
    from = end;
  }
  return text + paragraph.slice(from);
}

/** Removes everything from `open` to `close`; an unclosed part stays. */
function withoutBetween(text: string, open: RegExp, close: string): string {
  const end = text.toLowerCase();
  let kept = '';
  let from = 0;
  for (const { index } of text.matchAll(open)) {
    if (index < from) continue;
    const to = end.indexOf(close, index);
    if (to === -1) break;
    kept += `${text.slice(from, index)} `;
    from = to + close.length;
  }
  return kept + text.slice(from);
}

/**
 * The source of a page without code and comments, where links and mentions are looked up. One pass over the lines
 * instead of the parser, because every save does this: code in unusual containers may remain.
 */
export function withoutCode(markdown: string): string {
  const text = withoutBlocks(markdown)
    .split(/(\n[ \t]*\n)/)
    .map(withoutSpans)
    .join('');
  if (!text.includes('<')) return text;
  return [
    { open: /<!--/g, close: '-->' },
    { open: /<pre\b/gi, close: '</pre>' },
    { open: /<code\b/gi, close: '</code>' },
  ].reduce((kept, { open, close }) => withoutBetween(kept, open, close), text);
}
