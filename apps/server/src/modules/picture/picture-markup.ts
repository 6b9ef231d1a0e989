import type { PictureSize } from '../../lib/picture-size.ts';
import { variantWidths } from './resize-picture.ts';

export interface PictureInfo extends PictureSize {
  readonly file_key: string;
  readonly file_type: string;
}

/** Sanitised HTML has no unescaped `>` in attributes. */
const IMG_TAG = /<img [^>]*>/g;
const SRC_ATTRIBUTE = / src="(\/file\/([0-9a-f]{32})\/[\w.%~-]+)"/;

/** The file keys of all pictures in the HTML. */
export function extractPictureKeys(html: string): string[] {
  const keys = Array.from(html.matchAll(IMG_TAG), ([tag]) => SRC_ATTRIBUTE.exec(tag)?.[2] ?? '');
  return [...new Set(keys.filter((key) => key !== ''))];
}

/** Dimensions that reserve space while the picture loads. A width set by the author is kept, and the height follows. */
function sizeAttributes(tag: string, { width, height }: PictureSize): string {
  if (/ height="/.test(tag)) return '';
  const authorWidth = / width="([^"]*)"/.exec(tag)?.[1];
  if (authorWidth === undefined) return ` width="${width}" height="${height}"`;
  if (!/^\d{1,5}$/.test(authorWidth)) return '';
  return ` height="${Math.round((Number(authorWidth) * height) / width)}"`;
}

/** Lets small screens load a smaller variant and wide screens the original. */
function srcsetAttributes(url: string, { file_type, width }: PictureInfo): string {
  const widths = variantWidths(file_type, width);
  if (widths.length === 0) return '';
  const variants = widths.map((variantWidth) => `${url}?w=${variantWidth} ${variantWidth}w`);
  const choices = [...variants, `${url} ${width}w`].join(', ');
  return ` srcset="${choices}" sizes="(max-width: 640px) 100vw, ${width}px"`;
}

/** Adds dimensions, which prevent layout shifts, and smaller variants to uploaded pictures. */
export function addPictureSizes(html: string, pictures: readonly PictureInfo[]): string {
  if (pictures.length === 0) return html;
  const picturesByKey = new Map(pictures.map((picture) => [picture.file_key, picture]));
  return html.replaceAll(IMG_TAG, (tag) => {
    const [source = '', url = '', key = ''] = SRC_ATTRIBUTE.exec(tag) ?? [];
    const picture = picturesByKey.get(key);
    if (!picture) return tag;
    const attributes = sizeAttributes(tag, picture) + srcsetAttributes(url, picture);
    return tag.replace(source, () => source + attributes);
  });
}
