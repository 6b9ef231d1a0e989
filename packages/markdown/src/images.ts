import type { MarkdownIt, StateCore, StateInline, Token } from 'markdown-it';
import { parseImageWidth } from './image-width.ts';

const WIDTH_HERE = /\{width=([1-9]\d{0,3}%?)\}/y;

/** The width and the caption of images: `![alt](url "caption"){width=480}` or `{width=50%}`. */
export function images(md: MarkdownIt): void {
  md.inline.ruler.after('image', 'image_width', imageWidth);
  md.core.ruler.push('figures', markFigures);
}

/** A width directly after an image; any other text in braces is not changed. */
function imageWidth(state: StateInline, silent: boolean): boolean {
  if (silent || state.src[state.pos] !== '{' || state.pending !== '') return false;
  const image = state.tokens.at(-1);
  if (image?.type !== 'image' || image.attrGet('width') !== null) return false;
  WIDTH_HERE.lastIndex = state.pos;
  const [source, width = ''] = WIDTH_HERE.exec(state.src) ?? [];
  if (source === undefined || parseImageWidth(width) === undefined) return false;
  image.attrSet('width', width);
  state.pos += source.length;
  return true;
}

/** An image with a title that is alone in its paragraph becomes a figure, with the title as its caption. */
function markFigures(state: StateCore): void {
  for (const [index, inline] of state.tokens.entries()) {
    const open = state.tokens[index - 1];
    const close = state.tokens[index + 1];
    const image = open?.type === 'paragraph_open' ? onlyImage(inline) : undefined;
    const caption = String(image?.attrGet('title') ?? '').trim();
    if (!open || !close || !image || caption === '') continue;
    for (const [token, type] of [
      [open, 'figure_open'],
      [close, 'figure_close'],
    ] as const)
      Object.assign(token, { type, tag: 'figure', hidden: false });
    image.attrs = (image.attrs ?? []).filter(([name]) => name !== 'title');
    const text = new state.Token('text', '', 0);
    text.content = caption;
    inline.children = [
      image,
      new state.Token('figcaption_open', 'figcaption', 1),
      text,
      new state.Token('figcaption_close', 'figcaption', -1),
    ];
  }
}

function onlyImage({ type, children }: Token): Token | undefined {
  if (type !== 'inline') return undefined;
  const visible = children?.filter((child) => child.type !== 'text' || child.content.trim() !== '');
  const image = visible?.length === 1 ? visible[0] : undefined;
  return image?.type === 'image' ? image : undefined;
}
