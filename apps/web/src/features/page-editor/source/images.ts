import {
  altSource,
  destinationSource,
  titleSource,
  widthSource,
} from '@octavo/markdown/image-source';
import { parseImageWidth, type ImageWidth } from '@octavo/markdown/image-width';

interface Range {
  readonly from: number;
  readonly to: number;
}

/** An image in the source of a page. */
export interface SourceImage extends Range {
  readonly url: string;
  /** The positions of its parts; undefined for raw HTML and for references, which are edited as source. */
  readonly parts: ImageParts | undefined;
  readonly alt: string;
  readonly caption: string;
  readonly width: ImageWidth | undefined;
}

interface ImageParts {
  readonly alt: Range;
  readonly url: Range;
  /** With its quotes. */
  readonly title: Range | undefined;
  /** With its braces. */
  readonly width: Range | undefined;
}

export interface ImageChange {
  readonly url?: string;
  readonly alt?: string;
  readonly caption?: string;
  /** Null removes the width. */
  readonly width?: ImageWidth | null;
}

interface TextChange extends Range {
  readonly insert: string;
}

const FENCE = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})([^\n]*)/;
const RAW_IMAGE = /<img\s[^<>]*?\bsrc\s*=\s*(?:"([^"]*)"|'([^']*)')[^<>]*>/iy;
const TITLE = /[ \t]*\n?[ \t]+("(?:\\[^]|[^"\\])*"|'(?:\\[^]|[^'\\])*'|\((?:\\[^]|[^()\\])*\))/y;
const POINTED = /<((?:\\.|[^<>\n\\])*)>/y;
const SPACE = /[ \t]*\n?[ \t]*/y;
const WIDTH = /\{width=([1-9]\d{0,3}%?)\}/y;
const REFERENCE = /\[([^[\]\n]*)\]/y;
const DEFINITION = /^ {0,3}\[([^\]\n]+)\]:\s*<?([^\s>]+)/gm;
/** As in the renderer. */
const MAX_PARENTHESES = 32;
/** A label or a code span beyond this length is not searched to its end. */
const MAX_SPAN = 4000;

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function unescape(source: string): string {
  return source.replace(/\\([!-/:-@[-`{-~])/g, '$1').replaceAll('&amp;', '&');
}

/** All images of a source in order; code and comments are skipped. */
export function findImages(text: string): SourceImage[] {
  const images: SourceImage[] = [];
  const definitions = new Map(
    Array.from(text.matchAll(DEFINITION), ([, name = '', url = '']) => [normalized(name), url]),
  );
  let at = 0;
  while (at < text.length) {
    if (at === 0 || text[at - 1] === '\n') {
      const afterFence = endOfFence(text, at);
      if (afterFence !== undefined) {
        at = afterFence;
        continue;
      }
    }
    const image = imageAt(text, at, definitions);
    if (image) images.push(image);
    at = image?.to ?? nextPosition(text, at);
  }
  return images;
}

/** The image that starts at a position. */
export function readImage(text: string, from: number): SourceImage | undefined {
  return imageAt(text, from, new Map());
}

function imageAt(
  text: string,
  at: number,
  definitions: ReadonlyMap<string, string>,
): SourceImage | undefined {
  if (text[at] === '<') return rawImageAt(text, at);
  if (text[at] !== '!' || text[at + 1] !== '[') return undefined;
  return inlineImageAt(text, at) ?? referenceAt(text, at, definitions);
}

/** The position after a character that starts no image, or after the code, escape or comment that starts there. */
function nextPosition(text: string, at: number): number {
  if (text[at] === '\\') return at + 2;
  if (text.startsWith('<!--', at)) {
    const end = text.indexOf('-->', at);
    return end < 0 ? at + 4 : end + 3;
  }
  if (text[at] !== '`') return at + 1;
  let end = at;
  while (text[end] === '`') end += 1;
  const run = text.slice(at, end);
  const paragraph = text.slice(end, end + MAX_SPAN).split(/\n[ \t]*\n/, 1)[0] ?? '';
  const close = new RegExp(`(?<!\`)${run}(?!\`)`).exec(paragraph);
  return close ? end + close.index + run.length : end;
}

function endOfFence(text: string, at: number): number | undefined {
  const lineEnd = text.indexOf('\n', at);
  const [, run = '', info = ''] =
    FENCE.exec(text.slice(at, lineEnd < 0 ? undefined : lineEnd)) ?? [];
  if (run === '' || (run.startsWith('`') && info.includes('`'))) return undefined;
  const close = new RegExp(`^[ \\t>]*${run[0]}{${run.length},}[ \\t]*$`, 'm');
  const rest = lineEnd < 0 ? '' : text.slice(lineEnd + 1);
  const end = close.exec(rest);
  return end ? lineEnd + 1 + end.index + end[0].length : text.length;
}

function rawImageAt(text: string, at: number): SourceImage | undefined {
  const match = matchAt(RAW_IMAGE, text, at);
  if (!match) return undefined;
  const url = unescape(match[1] ?? match[2] ?? '');
  return plainImage({ from: at, to: at + match[0].length }, url);
}

function plainImage(range: Range, url: string): SourceImage {
  return { ...range, url, parts: undefined, alt: '', caption: '', width: undefined };
}

/** The position of the bracket that closes the label. */
function endOfLabel(text: string, from: number): number | undefined {
  let depth = 1;
  const end = Math.min(text.length, from + MAX_SPAN);
  for (let at = from; at < end; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '[') depth += 1;
    else if (text[at] === ']' && (depth -= 1) === 0) return at;
    else if (text[at] === '\n' && /^\n[ \t]*\n/.test(text.slice(at, at + 100))) return undefined;
  }
  return undefined;
}

/** The end of a URL without angle brackets: parentheses in it are balanced. */
function endOfUrl(text: string, from: number): number {
  let depth = 0;
  let at = from;
  for (; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === '\\') at += 1;
    else if (character <= ' ') break;
    else if (character === '(') {
      depth += 1;
      if (depth > MAX_PARENTHESES) break;
    } else if (character === ')' && (depth -= 1) < 0) break;
  }
  return Math.min(at, text.length);
}

function inlineImageAt(text: string, from: number): SourceImage | undefined {
  const altEnd = endOfLabel(text, from + 2);
  if (altEnd === undefined || text[altEnd + 1] !== '(') return undefined;
  const urlFrom = altEnd + 2 + (matchAt(SPACE, text, altEnd + 2)?.[0].length ?? 0);
  const pointed = matchAt(POINTED, text, urlFrom);
  const urlTo = pointed ? urlFrom + pointed[0].length : endOfUrl(text, urlFrom);
  const titleMatch = matchAt(TITLE, text, urlTo);
  const titleTo = urlTo + (titleMatch?.[0].length ?? 0);
  const close = titleTo + (matchAt(SPACE, text, titleTo)?.[0].length ?? 0);
  if (text[close] !== ')') return undefined;
  const written = titleMatch?.[1];
  const widthMatch = matchAt(WIDTH, text, close + 1);
  const width = parseImageWidth(widthMatch?.[1] ?? '');
  const to = close + 1 + (widthMatch && width ? widthMatch[0].length : 0);
  return {
    from,
    to,
    url: unescape(pointed?.[1] ?? text.slice(urlFrom, urlTo)),
    alt: unescape(text.slice(from + 2, altEnd)),
    caption: written === undefined ? '' : unescape(written.slice(1, -1)),
    width,
    parts: {
      alt: { from: from + 2, to: altEnd },
      url: { from: urlFrom, to: urlTo },
      title: written === undefined ? undefined : { from: titleTo - written.length, to: titleTo },
      width: width && { from: close + 1, to },
    },
  };
}

function normalized(label: string): string {
  return unescape(label).trim().replace(/\s+/g, ' ').toLowerCase();
}

/** `![alt][name]`, `![name][]` and `![name]`, if the name is defined. */
function referenceAt(
  text: string,
  from: number,
  definitions: ReadonlyMap<string, string>,
): SourceImage | undefined {
  const altEnd = endOfLabel(text, from + 2);
  if (altEnd === undefined) return undefined;
  const reference = matchAt(REFERENCE, text, altEnd + 1);
  const label = reference?.[1] || text.slice(from + 2, altEnd);
  const url = definitions.get(normalized(label));
  if (url === undefined) return undefined;
  return plainImage({ from, to: altEnd + 1 + (reference?.[0].length ?? 0) }, unescape(url));
}

/** The renderer encodes URLs, so both are compared without encoding. */
function isSameUrl(source: string, rendered: string): boolean {
  const decode = (url: string) => {
    try {
      return decodeURI(url);
    } catch {
      return url;
    }
  };
  return source === rendered || decode(source) === decode(rendered);
}

/** An image of the preview: its URL, its number among those with the same URL, and the line of its block. */
export interface RenderedImage {
  readonly url: string;
  readonly number: number;
  /** How many images of the preview have this URL. */
  readonly count: number;
  /** Zero-based. */
  readonly line: number;
  /** Its number among the images of its block with the same URL. */
  readonly numberInBlock: number;
}

/** Finds an image of the preview in the source. */
export function locateImage(text: string, rendered: RenderedImage): SourceImage | undefined {
  const images = findImages(text).filter(({ url }) => isSameUrl(url, rendered.url));
  // The lines of the preview are outdated while it is not refreshed, but the order of the images is not.
  if (images.length === rendered.count) return images[rendered.number];
  let start = 0;
  for (let line = 0; line < rendered.line && start >= 0; line += 1)
    start = text.indexOf('\n', start) + 1 || -1;
  if (start < 0) return undefined;
  return images.filter(({ from }) => from >= start)[rendered.numberInBlock];
}

/** The changes of the source that change an image and nothing else. */
export function changeImage(image: SourceImage, change: ImageChange): TextChange[] {
  const { parts } = image;
  if (!parts) return [];
  const changes: TextChange[] = [];
  const { alt, url, caption, width } = change;
  if (alt !== undefined && alt !== image.alt)
    changes.push({ ...parts.alt, insert: altSource(alt) });
  if (url !== undefined && url !== image.url)
    changes.push({ ...parts.url, insert: destinationSource(url) });
  if (caption !== undefined && caption !== image.caption)
    changes.push(captionChange(parts, caption));
  if (width !== undefined) {
    const range = parts.width ?? { from: image.to, to: image.to };
    const insert = width === null ? '' : widthSource(width);
    if (insert !== '' || parts.width) changes.push({ ...range, insert });
  }
  return changes;
}

function captionChange({ url, title }: ImageParts, caption: string): TextChange {
  if (caption.trim() === '') return { from: url.to, to: title?.to ?? url.to, insert: '' };
  if (title) return { ...title, insert: titleSource(caption) };
  return { from: url.to, to: url.to, insert: ` ${titleSource(caption)}` };
}
