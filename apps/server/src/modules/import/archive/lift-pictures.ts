import { formatSize } from '@octavo/texts/format-size';
import { createHash } from 'node:crypto';
import type { Imported, ImportedPage, LinkTarget } from '../imported.ts';
import { destinationsIn, withDestinations } from '../links.policy.ts';

/** The size limit of a page, as for every save. */
const MOST_OF_PAGE = 2 * 1024 * 1024;
const MARKDOWN = 0;

const PICTURE = /^data:image\/(png|jpe?g|gif|webp|bmp);base64,([a-z\d+/]+={0,2})$/i;

interface Lifted {
  readonly page: ImportedPage;
  readonly pictures: ReadonlyMap<string, Uint8Array>;
}

/** Replaces embedded data URLs of images by names, and makes the images files of the page. */
function lift(page: ImportedPage): Lifted {
  const pictures = new Map<string, Uint8Array>();
  const links = new Map<string, LinkTarget>(page.links);
  const names = new Map<string, string>();
  for (const written of new Set(destinationsIn(page.page_content))) {
    const [, kind, data] = PICTURE.exec(written) ?? [];
    if (kind === undefined || data === undefined) continue;
    const bytes = Buffer.from(data, 'base64');
    const mark = createHash('sha256').update(bytes).digest('hex');
    const name = `picture-${mark.slice(0, 16)}.${kind.toLowerCase()}`;
    names.set(written, name);
    pictures.set(name, bytes);
    links.set(name, { file: name, mark });
  }
  const page_content = withDestinations(page.page_content, (written) => names.get(written));
  return { page: { ...page, page_content, links }, pictures };
}

/** Converts embedded images to files, and empties pages that still exceed the size limit. */
export function liftPictures(imported: Imported): Imported {
  const pictures = new Map<string, Uint8Array>();
  const notes: string[] = [];
  const pages = imported.pages.map((page) => {
    if ((page.page_type ?? MARKDOWN) !== MARKDOWN) return page;
    const lifted = page.page_content.includes('data:image/') ? lift(page) : undefined;
    for (const [name, bytes] of lifted?.pictures ?? []) pictures.set(name, bytes);
    const plain = lifted?.page ?? page;
    if (Buffer.byteLength(plain.page_content) <= MOST_OF_PAGE) return plain;
    notes.push(`> ${formatSize(MOST_OF_PAGE)}: ${page.source ?? page.page_title}`);
    return { ...plain, page_content: '' };
  });
  return { ...imported, pages, pictures, notes: [...notes, ...imported.notes] };
}
