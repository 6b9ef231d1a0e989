import type { PictureSize } from './picture-size.ts';
import { variantWidths } from './smaller-picture.ts';

export interface KnownPicture extends PictureSize {
  readonly file_key: string;
  readonly file_type: string;
}

/** Sanitised HTML has no unescaped `>` in attributes. */
const TAG = /<img [^>]*>/g;
const SOURCE = / src="(\/file\/([0-9a-f]{32})\/[\w.%~-]+)"/;

/** The file keys of all pictures in the HTML. */
export function pictureKeys(html: string): string[] {
  const keys = Array.from(html.matchAll(TAG), ([tag]) => SOURCE.exec(tag)?.[2] ?? '');
  return [...new Set(keys.filter((key) => key !== ''))];
}

/** Dimensions that reserve space while the picture loads. A width set by the author is kept, and the height follows. */
function roomFor(tag: string, { width, height }: PictureSize): string {
  if (/ height="/.test(tag)) return '';
  const wanted = / width="([^"]*)"/.exec(tag)?.[1];
  if (wanted === undefined) return ` width="${width}" height="${height}"`;
  if (!/^\d{1,5}$/.test(wanted)) return '';
  return ` height="${Math.round((Number(wanted) * height) / width)}"`;
}

/** Lets small screens load a smaller variant and wide screens the original. */
function copiesOf(address: string, { file_type, width }: KnownPicture): string {
  const widths = variantWidths(file_type, width);
  if (widths.length === 0) return '';
  const smaller = widths.map((each) => `${address}?w=${each} ${each}w`);
  const choices = [...smaller, `${address} ${width}w`].join(', ');
  return ` srcset="${choices}" sizes="(max-width: 640px) 100vw, ${width}px"`;
}

/** Adds dimensions, which prevent layout shifts, and smaller variants to uploaded pictures. */
export function sizePictures(html: string, pictures: readonly KnownPicture[]): string {
  if (pictures.length === 0) return html;
  const known = new Map(pictures.map((picture) => [picture.file_key, picture]));
  return html.replaceAll(TAG, (tag) => {
    const [source = '', address = '', key = ''] = SOURCE.exec(tag) ?? [];
    const picture = known.get(key);
    if (!picture) return tag;
    const added = roomFor(tag, picture) + copiesOf(address, picture);
    return tag.replace(source, () => source + added);
  });
}
