import type { Cell } from './blocks.ts';
import { imageSource } from './image-source.ts';

/** Converts inline text back to Markdown, with code, bold text and links. */
export function inlineSource(cell: Cell): string {
  return cell
    .map((part) => {
      if (part.kind === 'break') return '\n';
      if (part.kind === 'image') return imageSource(part);
      if (part.kind === 'formula') return `$${part.source}$`;
      const { text, code, bold, href } = part;
      const marked = code ? `\`${text}\`` : bold ? `**${text}**` : text;
      return href && href !== text ? `[${marked}](${href})` : marked;
    })
    .join('')
    .trim();
}
