import { posix } from 'node:path';
import type { ContentFile } from './content-folder.ts';

/** `](../02-orders/01-create-an-order.md#headers)` */
const FILE_LINK = /\]\(((?:\.\.\/|[\w-]+\/)*[\w-]+\.md)(#[^)\s]*)?\)/g;

/** The files that a page links to, relative to the item's folder. */
export function linkedPaths({ path, text }: ContentFile): string[] {
  return Array.from(text.matchAll(FILE_LINK), ([, target = '']) => resolve(path, target));
}

/** Replaces the links to files in the text by URLs of pages. */
export function resolveFileLinks(
  { path, text }: ContentFile,
  pageUrl: (path: string) => string,
): string {
  return text.replaceAll(
    FILE_LINK,
    (_link, target: string, anchor = '') => `](${pageUrl(resolve(path, target))}${anchor})`,
  );
}

function resolve(from: string, target: string): string {
  return posix.join(posix.dirname(from), target);
}
