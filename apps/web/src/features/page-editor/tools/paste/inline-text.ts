import { escapeMarkdown } from '@octavo/markdown/write-markdown';
import { blockNames, isHidden, safeUrl } from './html-nodes.ts';

/** Wraps text in Markdown marks; leading and trailing space stays outside, as Markdown requires. */
function wrapInMarks(text: string, mark: string): string {
  const [, before = '', inner = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? [];
  return inner === '' ? text : `${before}${mark}${inner}${mark}${after}`;
}

function isBold(element: HTMLElement): boolean {
  const { fontWeight } = element.style;
  // Google Docs wraps the whole document in `<b style="font-weight:normal">`, so the style takes precedence.
  if (fontWeight !== '') return fontWeight === 'bold' || Number(fontWeight) >= 600;
  return element.matches('b, strong');
}

function isItalic(element: HTMLElement): boolean {
  const { fontStyle } = element.style;
  return fontStyle !== '' ? fontStyle === 'italic' : element.matches('i, em');
}

function isStruck(element: HTMLElement): boolean {
  return element.matches('s, del, strike') || element.style.textDecoration.includes('line-through');
}

function linkText(element: HTMLElement, text: string): string {
  const url = safeUrl(element.getAttribute('href'));
  const label = text.trim();
  if (!url || label === '') return text;
  return label === url ? `<${url}>` : `[${label.replaceAll(/[[\]]/g, '\\$&')}](${url})`;
}

function imageText(element: HTMLElement): string {
  const url = safeUrl(element.getAttribute('src'));
  const name = (element.getAttribute('alt') ?? '').replaceAll(/[[\]\n]/g, ' ').trim();
  return url ? `![${name}](${url})` : '';
}

function codeText(text: string): string {
  if (text.trim() === '') return text;
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

function elementText(element: HTMLElement): string {
  if (isHidden(element)) return '';
  if (element.matches('br')) return '\n';
  if (element.matches('img')) return imageText(element);
  if (element.matches('code, kbd, samp, tt')) return codeText(element.textContent.trim());
  let text = inlineText(element);
  // Block elements inside inline content, as in table cells, become lines.
  if (blockNames.has(element.localName)) text = `\n${text}\n`;
  if (element.matches('a')) text = linkText(element, text);
  if (isStruck(element)) text = wrapInMarks(text, '~~');
  if (isItalic(element)) text = wrapInMarks(text, '*');
  if (isBold(element)) text = wrapInMarks(text, '**');
  return text;
}

/** The inline text of an element; only visible line breaks become `\n`. */
export function inlineText(node: Node): string {
  return [...node.childNodes]
    .map((child) => {
      if (child.nodeType === Node.TEXT_NODE)
        return escapeMarkdown((child.textContent ?? '').replaceAll(/[\s\u00A0]+/g, ' '));
      return child instanceof HTMLElement ? elementText(child) : '';
    })
    .join('');
}

/** Removes redundant whitespace and empty marks from inline text. */
export function cleanInline(text: string): string {
  return text
    .replaceAll(/ +/g, ' ')
    .replaceAll(/ *\n */g, '\n')
    .replaceAll(/\n{2,}/g, '\n')
    .replaceAll('****', '')
    .trim();
}
