import { codeBlock } from '@octavo/markdown/write-markdown';
import { blockNames, isHidden } from './html-nodes.ts';
import { cleanInline, inlineText } from './inline-text.ts';
import { tableText } from './table-text.ts';

/** Word writes list items as paragraphs with the level in their style. */
function wordListLevel(element: HTMLElement): number | undefined {
  const level = /mso-list:[^;]*level(\d)/i.exec(element.getAttribute('style') ?? '')?.[1];
  return level === undefined ? undefined : Number(level);
}

function isNumbered(element: HTMLElement): boolean {
  const mark = [...element.querySelectorAll<HTMLElement>('span')].find((span) =>
    /mso-list:\s*ignore/i.test(span.getAttribute('style') ?? ''),
  );
  return /^\s*[\da-z]{1,3}[.)]/i.test(mark?.textContent ?? '');
}

/** Escapes characters at the start of a line that would turn the paragraph into another block. */
function escapeParagraph(text: string): string {
  return text.replaceAll(/^(#{1,6}\s|[-+]\s|>|\d+[.)]\s)/gm, (sign) =>
    /^\d/.test(sign) ? sign.replace(/[.)]/, '\\$&') : `\\${sign}`,
  );
}

function indent(text: string, by: number): string {
  return text.replaceAll(/\n(?=.)/g, `\n${' '.repeat(by)}`);
}

function listText(element: HTMLElement): string {
  const isOrdered = element.localName === 'ol';
  const first = Math.max(0, Math.trunc(Number(element.getAttribute('start') ?? 1)) || 1);
  const lines: string[] = [];
  for (const child of element.children) {
    if (!(child instanceof HTMLElement) || isHidden(child)) continue;
    const isList = child.matches('ul, ol');
    const text = isList ? listText(child) : toBlocks(child).join('\n');
    const mark = isOrdered ? `${first + lines.length}. ` : '- ';
    // Some editors place a nested list after its item instead of inside it.
    if (isList && lines.length > 0)
      lines[lines.length - 1] += indent(`\n${text}`, isOrdered ? 3 : 2);
    else if (text !== '') lines.push(mark + indent(text, mark.length));
  }
  return lines.join('\n');
}

function preText(element: HTMLElement): string {
  const language = /language-([\w+#-]+)/.exec(element.innerHTML)?.[1] ?? '';
  const copy = element.cloneNode(true) as HTMLElement;
  for (const line of copy.querySelectorAll('br')) line.replaceWith('\n');
  return codeBlock(copy.textContent.replace(/^\n/, ''), language);
}

function blockText(element: HTMLElement): string[] {
  const name = element.localName;
  if (name === 'hr') return ['---'];
  if (name === 'pre') return [preText(element)];
  if (name === 'table') return [tableText(element)];
  if (name === 'ul' || name === 'ol') return [listText(element)];
  if (name === 'blockquote')
    return [
      toBlocks(element)
        .join('\n\n')
        .replaceAll(/^(?=.)/gm, '> ')
        .replaceAll(/^$/gm, '>'),
    ];
  const level = /^h([1-6])$/.exec(name)?.[1];
  if (level) {
    const text = cleanInline(inlineText(element)).replaceAll('\n', ' ').replaceAll('**', '');
    return text === '' ? [] : [`${'#'.repeat(Number(level))} ${text}`];
  }
  const listLevel = wordListLevel(element);
  if (listLevel !== undefined) {
    const mark = isNumbered(element) ? '1. ' : '- ';
    const text = cleanInline(inlineText(element)).replaceAll('\n', ' ');
    return [`${'   '.repeat(listLevel - 1)}${mark}${text}`];
  }
  return toBlocks(element);
}

function containsBlocks(element: HTMLElement): boolean {
  return (
    blockNames.has(element.localName) ||
    [...element.children].some((child) => child instanceof HTMLElement && containsBlocks(child))
  );
}

/** The children of an element as blocks; inline text between blocks becomes a separate paragraph. */
function toBlocks(parent: Node): string[] {
  const blocks: string[] = [];
  let inlineNodes: Node[] = [];
  const flushRun = () => {
    const container = document.createElement('div');
    container.append(...inlineNodes.map((node) => node.cloneNode(true)));
    inlineNodes = [];
    const text = escapeParagraph(cleanInline(inlineText(container)));
    if (text !== '') blocks.push(text.replaceAll('\n', '  \n'));
  };
  for (const child of parent.childNodes) {
    if (child instanceof HTMLElement && !isHidden(child) && containsBlocks(child)) {
      flushRun();
      blocks.push(...blockText(child).filter((text) => text !== ''));
    } else inlineNodes.push(child);
  }
  flushRun();
  return blocks;
}

/** Converts a document copied from another program to Markdown. */
export function htmlToMarkdown(body: HTMLElement): string {
  const blocks = toBlocks(body);
  return blocks.reduce((markdown, block, at) => {
    const isList = /^ *(- |\d+\. )/;
    const isSameList = isList.test(block) && isList.test(blocks[at - 1] ?? '');
    return at === 0 ? block : `${markdown}${isSameList ? '\n' : '\n\n'}${block}`;
  }, '');
}
