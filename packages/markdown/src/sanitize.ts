import sanitizeHtml from 'sanitize-html';
import { isExternal, isSafeImage, isSafeLink } from './url-safety.ts';
import { RENDERER_TAGS, RAW_HTML, VOID_TAGS } from './allowed-html.ts';
import type { MarkdownDocument } from './document.ts';
import { resolveAnchor, withPrefix } from './heading-ids.ts';
import { alignOf, colorOf, lengthOf } from './styles.ts';

type Attributes = Record<string, string>;

const TAGS = [...RAW_HTML, ...RENDERER_TAGS];
const SELF_CLOSING = [...VOID_TAGS];
const TAB_STOP = { name: 'tabindex', values: ['0'] };
const ALIGN = ['align'];

const CELL = ['align', 'width', 'colspan', 'rowspan'];
const ATTRIBUTES: Record<string, sanitizeHtml.AllowedAttribute[]> = {
  '*': ['id', 'title', 'data-line'],
  a: ['href', 'target', 'rel'],
  audio: ['src', 'controls', 'preload'],
  col: ['span', 'width'],
  colgroup: ['span'],
  details: ['open'],
  div: ['align', 'data-callout', { name: 'role', values: ['note'] }, TAB_STOP],
  font: ['color', 'size'],
  h1: ALIGN,
  h2: ALIGN,
  h3: ALIGN,
  h4: ALIGN,
  h5: ALIGN,
  h6: ALIGN,
  img: ['src', 'alt', 'width', 'height', 'align', 'loading', 'decoding', 'referrerpolicy'],
  input: ['type', 'checked', 'disabled'],
  li: ['value'],
  ol: ['start', 'reversed'],
  p: ALIGN,
  pre: [TAB_STOP],
  source: ['src', 'type'],
  table: ['align', 'width'],
  td: [...CELL, 'data-role', 'data-label', 'data-required', 'data-word'],
  th: [...CELL, 'scope'],
  video: ['src', 'width', 'height', 'controls', 'preload'],
  'x-part': ['n'],
};

/** Classes of the reader's style sheet that a page may use; all other classes are removed. */
const CLASSES = [
  'callout',
  /^callout-(?:note|tip|warning|danger)$/,
  'code-tabs',
  'external',
  /^footnote(?:s|-ref|-back)$/,
  'group',
  'page-break',
  'params',
  'parent',
  'table-wrap',
  /^tasks?$/,
  /^toc(?:-[1-6])?$/,
];

/** Tags whose content is removed too, because it is not text for readers. */
const NON_TEXT_TAGS = (
  'iframe math noembed noframes noscript option plaintext script style svg template textarea ' +
  'title xmp'
).split(' ');

/**
 * The only sanitiser. Its output has only listed tags and attributes, safe URL schemes, prefixed ids and no
 * styles, regardless of the Markdown and the renderer.
 */
export function sanitize(html: string, document: MarkdownDocument): string {
  return sanitizeHtml(html, {
    allowedTags: TAGS,
    allowedAttributes: ATTRIBUTES,
    allowedClasses: { '*': CLASSES },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['http', 'https', 'data'] },
    selfClosing: SELF_CLOSING,
    nonTextTags: NON_TEXT_TAGS,
    parseStyleAttributes: false,
    nestingLimit: 800,
    transformTags: {
      '*': (tagName, attribs) => cleanTag(tagName, attribs, document),
    },
  });
}

function cleanTag(
  tagName: string,
  attribs: Attributes,
  document: MarkdownDocument,
): sanitizeHtml.Tag {
  if (attribs['id']) attribs['id'] = withPrefix(attribs['id']);
  switch (tagName) {
    case 'a':
      cleanLink(attribs, document);
      break;
    case 'img':
      cleanImage(attribs);
      break;
    case 'audio':
    case 'video':
    case 'source':
      cleanMedia(attribs);
      break;
    case 'input':
      attribs['type'] = 'checkbox';
      attribs['disabled'] = '';
      break;
    case 'font':
    case 'span':
      return cleanColour(attribs);
    default:
      cleanBox(attribs);
  }
  return { tagName, attribs };
}

function setAttribute(attribs: Attributes, name: string, value: string | undefined): void {
  if (value === undefined) delete attribs[name];
  else attribs[name] = value;
}

function cleanLink(attribs: Attributes, document: MarkdownDocument): void {
  const { href = '', name } = attribs;
  if (name && !attribs['id']) attribs['id'] = withPrefix(name);
  setAttribute(attribs, 'target', undefined);
  setAttribute(attribs, 'rel', undefined);
  if (href.startsWith('#')) setAttribute(attribs, 'href', resolveAnchor(href, document.headingIds));
  else if (!isSafeLink(href)) setAttribute(attribs, 'href', undefined);
  else if (isExternal(href, document.options.siteOrigin)) {
    setAttribute(attribs, 'class', `${attribs['class'] ?? ''} external`);
    setAttribute(attribs, 'target', '_blank');
    setAttribute(attribs, 'rel', 'noopener noreferrer');
  }
}

function cleanImage(attribs: Attributes): void {
  if (!isSafeImage(attribs['src'] ?? '')) setAttribute(attribs, 'src', undefined);
  setAttribute(attribs, 'alt', attribs['alt'] ?? '');
  setAttribute(attribs, 'width', lengthOf(attribs, 'width'));
  setAttribute(attribs, 'height', lengthOf(attribs, 'height'));
  setAttribute(attribs, 'align', alignOf(attribs));
  setAttribute(attribs, 'loading', 'lazy');
  setAttribute(attribs, 'decoding', 'async');
  setAttribute(attribs, 'referrerpolicy', 'no-referrer');
}

/** Media is not loaded or played before the reader starts it. */
function cleanMedia(attribs: Attributes): void {
  if (!isSafeLink(attribs['src'] ?? '')) setAttribute(attribs, 'src', undefined);
  setAttribute(attribs, 'width', lengthOf(attribs, 'width'));
  setAttribute(attribs, 'height', lengthOf(attribs, 'height'));
  setAttribute(attribs, 'controls', '');
  setAttribute(attribs, 'preload', 'none');
}

/** Sets the colour by an attribute instead of a style, so that it works with a strict CSP. */
function cleanColour(attribs: Attributes): sanitizeHtml.Tag {
  const color = colorOf(attribs);
  const size = /^[1-7]$/.exec(attribs['size'] ?? '')?.[0];
  setAttribute(attribs, 'color', color);
  setAttribute(attribs, 'size', size);
  return { tagName: color || size ? 'font' : 'span', attribs };
}

function cleanBox(attribs: Attributes): void {
  if (attribs['align'] ?? attribs['style']) setAttribute(attribs, 'align', alignOf(attribs));
  if (attribs['width'] ?? attribs['style'])
    setAttribute(attribs, 'width', lengthOf(attribs, 'width'));
}
