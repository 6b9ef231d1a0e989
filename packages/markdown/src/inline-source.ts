import type { Cell } from './blocks.ts';

/** Converts inline text back to Markdown, with code, bold text and links. */
export function inlineSource(cell: Cell): string {
  return cell
    .map((part) => {
      if (part.kind === 'break') return '\n';
      if (part.kind === 'image') return `![${part.alt}](${part.src})`;
      if (part.kind === 'formula') return `$${part.source}$`;
      const { text, code, bold, href } = part;
      const marked = code ? `\`${text}\`` : bold ? `**${text}**` : text;
      return href && href !== text ? `[${marked}](${href})` : marked;
    })
    .join('')
    .trim();
}
