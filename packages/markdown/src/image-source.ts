import { formatImageWidth, type ImageWidth } from './image-width.ts';

/** Escapes an alternative text, which must stay on one line and must not close its brackets. */
export function altSource(alt: string): string {
  return alt.replace(/\s*\n\s*/g, ' ').replace(/[\\[\]`*<$]/g, '\\$&');
}

/** A URL between the parentheses of a link; in angle brackets if it has characters that end it. */
export function destinationSource(url: string): string {
  return url === '' || /[\s()<>]/.test(url)
    ? `<${url.replace(/\s+/g, ' ').replace(/[<>]/g, encodeURIComponent)}>`
    : url;
}

export function titleSource(title: string): string {
  return `"${title.replace(/\s*\n\s*/g, ' ').replace(/[\\"]/g, '\\$&')}"`;
}

export function widthSource(width: ImageWidth): string {
  return `{width=${formatImageWidth(width)}}`;
}

/** Writes an image with its title and its width. */
export function imageSource({
  alt,
  src,
  title,
  width,
}: {
  readonly alt: string;
  readonly src: string;
  readonly title?: string;
  readonly width?: ImageWidth;
}): string {
  const target = [destinationSource(src), ...(title ? [titleSource(title)] : [])].join(' ');
  return `![${altSource(alt)}](${target})${width ? widthSource(width) : ''}`;
}
