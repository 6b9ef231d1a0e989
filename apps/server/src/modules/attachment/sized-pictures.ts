import type { PictureSize } from './picture-size.ts';
import { variantWidths } from './smaller-picture.ts';

export interface KnownPicture extends PictureSize {
  readonly file_key: string;
  readonly file_type: string;
}

/** In sanitised HTML no attribute holds a bare `>`. */
const TAG = /<img [^>]*>/g;
const SOURCE = / src="(\/file\/([0-9a-f]{32})\/[\w.%~-]+)"/;

/** The keys of the pictures that an HTML text shows. */
export function pictureKeys(html: string): string[] {
  const keys = Array.from(html.matchAll(TAG), ([tag]) => SOURCE.exec(tag)?.[2] ?? '');
  return [...new Set(keys.filter((key) => key !== ''))];
}

/** Room for the picture before it comes. What its writer asked for stays, the rest is in proportion. */
function roomFor(tag: string, { width, height }: PictureSize): string {
  if (/ height="/.test(tag)) return '';
  const wanted = / width="([^"]*)"/.exec(tag)?.[1];
  if (wanted === undefined) return ` width="${width}" height="${height}"`;
  if (!/^\d{1,5}$/.test(wanted)) return '';
  return ` height="${Math.round((Number(wanted) * height) / width)}"`;
}

/** Small screens choose among the copies; a wide one takes the picture itself. */
function copiesOf(address: string, { file_type, width }: KnownPicture): string {
  const widths = variantWidths(file_type, width);
  if (widths.length === 0) return '';
  const smaller = widths.map((each) => `${address}?w=${each} ${each}w`);
  const choices = [...smaller, `${address} ${width}w`].join(', ');
  return ` srcset="${choices}" sizes="(max-width: 640px) 100vw, ${width}px"`;
}

/** Pictures of ours get their size, so that nothing jumps, and smaller copies for small screens. */
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
