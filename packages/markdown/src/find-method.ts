import { FIRST_METHOD, sectionOf, type Method } from './api-labels.ts';

const LABEL = /^(?:#{1,6}\s*([^#]{1,60})|\*\*([^*]{1,60})\*\*\s*[:：]?\s*(.{0,300}))/;
const IN_CODE = /^`{1,3}\s*([A-Z]{3,7}) +[^\s`]+\s*`{1,3}$/;
/** The number of characters at the start of a page that are searched for a method. */
const MAX_SCAN_LENGTH = 6000;

/** The HTTP method that a page documents, for the label in the tree. Scans only the start of the page, without parsing. */
export function findMethod(markdown: string): Method | undefined {
  const lines = markdown
    .slice(0, MAX_SCAN_LENGTH)
    .split('\n')
    .map((line) => line.trim());
  let isCode = false;
  for (const [index, line] of lines.entries()) {
    if (line.startsWith('```') || line.startsWith('~~~')) isCode = !isCode && !IN_CODE.test(line);
    if (isCode) continue;
    const found = methodIn(IN_CODE.exec(line)?.[1] ?? sectionValue(lines, index));
    if (found) return found;
  }
  return undefined;
}

/** The value of a label: the rest of its line, or the next line with text. */
function sectionValue(lines: readonly string[], index: number): string {
  const [, heading, bold, rest = ''] = LABEL.exec(lines[index] ?? '') ?? [];
  const section = sectionOf(heading ?? bold ?? '');
  if (!section) return '';
  const value = rest || lines.slice(index + 1, index + 6).find((line) => line !== '') || '';
  const plain = value.replace(/^[-*+\s`]+/, '');
  // A URL may contain the word "post", so only a method before the URL counts.
  return section === 'method' ? plain : (/^([A-Z]{3,7})\s/.exec(plain)?.[1] ?? '');
}

function methodIn(text: string): Method | undefined {
  return FIRST_METHOD.exec(text)?.[0].toUpperCase() as Method | undefined;
}
