/** Raw HTML tags that are allowed in a page. Any other tag is shown as text. */
const BLOCK_TAGS = [
  'blockquote',
  'caption',
  'center',
  'col',
  'colgroup',
  'dd',
  'details',
  'div',
  'dl',
  'dt',
  'figcaption',
  'figure',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'hr',
  'li',
  'ol',
  'p',
  'pre',
  'section',
  'summary',
  'table',
  'tbody',
  'td',
  'tfoot',
  'th',
  'thead',
  'tr',
  'ul',
] as const;

const INLINE_TAGS = [
  'a',
  'abbr',
  'audio',
  'b',
  'bdi',
  'big',
  'br',
  'cite',
  'code',
  'del',
  'dfn',
  'em',
  'font',
  'i',
  'img',
  'ins',
  'kbd',
  'mark',
  'q',
  'rp',
  'rt',
  'ruby',
  's',
  'samp',
  'small',
  'source',
  'span',
  'strike',
  'strong',
  'sub',
  'sup',
  'tt',
  'u',
  'var',
  'video',
  'wbr',
] as const;

export const VOID_TAGS: ReadonlySet<string> = new Set([
  'br',
  'col',
  'hr',
  'img',
  'input',
  'source',
  'wbr',
]);
/** Tags that only the renderer writes. */
export const RENDERER_TAGS = ['input', 'label', 'x-part'] as const;
export const BLOCK_HTML: ReadonlySet<string> = new Set(BLOCK_TAGS);
export const RAW_HTML: ReadonlySet<string> = new Set([...BLOCK_TAGS, ...INLINE_TAGS]);

/** An attribute as browsers and CommonMark parse it; unambiguous, to avoid backtracking. */
const ATTRIBUTE = String.raw`\s+[a-zA-Z_:@][a-zA-Z0-9:._@-]*(?:\s*=\s*(?:[^"'=<>${'`'}\x00-\x20]+|'[^']*'|"[^"]*"))?`;
/** Groups: the closing slash, the name. */
export const TAG = String.raw`<(\/?)([a-zA-Z][a-zA-Z0-9-]*)(?:${ATTRIBUTE})*\s*\/?>`;
