import { MARKDOWN_PAGE } from '@octavo/contract/page-type';
import { MAX_MARKDOWN_BYTES } from '@octavo/contract/file-size';
import { formatSize } from '@octavo/texts/format-size';
import { createHash } from 'node:crypto';
import type { ImportedItem, ImportedPage, LinkTarget } from '../imported-item.ts';
import { destinationsIn, replaceDestinations } from '@octavo/markdown/link-destinations';

const DATA_URL_IMAGE = /^data:image\/(png|jpe?g|gif|webp|bmp);base64,([a-z\d+/]+={0,2})$/i;

interface ExtractedPage {
  readonly page: ImportedPage;
  readonly pictures: ReadonlyMap<string, Uint8Array>;
}

/** Replaces embedded data URLs of images by names, and makes the images files of the page. */
function extractImages(page: ImportedPage): ExtractedPage {
  const pictures = new Map<string, Uint8Array>();
  const links = new Map<string, LinkTarget>(page.links);
  const names = new Map<string, string>();
  for (const destination of new Set(destinationsIn(page.page_content))) {
    const [, kind, data] = DATA_URL_IMAGE.exec(destination) ?? [];
    if (kind === undefined || data === undefined) continue;
    const bytes = Buffer.from(data, 'base64');
    const mark = createHash('sha256').update(bytes).digest('hex');
    const name = `picture-${mark.slice(0, 16)}.${kind.toLowerCase()}`;
    names.set(destination, name);
    pictures.set(name, bytes);
    links.set(name, { file: name, mark });
  }
  const page_content = replaceDestinations(page.page_content, (destination) =>
    names.get(destination),
  );
  return { page: { ...page, page_content, links }, pictures };
}

/** Converts embedded images to files, and empties pages that still exceed the size limit. */
export function extractInlineImages(imported: ImportedItem): ImportedItem {
  const pictures = new Map<string, Uint8Array>();
  const notes: string[] = [];
  const pages = imported.pages.map((page) => {
    if ((page.page_type ?? MARKDOWN_PAGE) !== MARKDOWN_PAGE) return page;
    const extracted = page.page_content.includes('data:image/') ? extractImages(page) : undefined;
    for (const [name, bytes] of extracted?.pictures ?? []) pictures.set(name, bytes);
    const plain = extracted?.page ?? page;
    if (Buffer.byteLength(plain.page_content) <= MAX_MARKDOWN_BYTES) return plain;
    notes.push(`> ${formatSize(MAX_MARKDOWN_BYTES)}: ${page.source ?? page.page_title}`);
    return { ...plain, page_content: '' };
  });
  return { ...imported, pages, pictures, notes: [...notes, ...imported.notes] };
}
