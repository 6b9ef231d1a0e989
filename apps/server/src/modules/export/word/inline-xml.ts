import type { ImageInline, Inline, Marks } from '@octavo/markdown/blocks';
import { pictureXml } from './picture-xml.ts';
import type { WordPicture } from './picture-xml.ts';
import { formulaOmml } from './omml.ts';
import { TEXT_WIDTH } from './styles-xml.ts';
import { escapeXml, textXml } from './xml.ts';

/** Resolves the images and links of a page while its text is written. */
export interface InlineContext {
  picture(src: string): WordPicture | undefined;
  /** The bookmark of a page in the same document. */
  bookmark(href: string): string | undefined;
  /** The relationship id of an external link; undefined for an invalid URL. */
  link(href: string): string | undefined;
  nextNumber(): number;
}

function runProperties({ bold, italic, strike, code, sup, href }: Marks): string {
  const style = code ? 'CodeText' : href === undefined ? '' : 'Hyperlink';
  const properties = [
    style && `<w:rStyle w:val="${style}"/>`,
    bold ? '<w:b/>' : '',
    italic ? '<w:i/>' : '',
    strike ? '<w:strike/>' : '',
    sup ? '<w:vertAlign w:val="superscript"/>' : '',
  ].join('');
  return properties && `<w:rPr>${properties}</w:rPr>`;
}

function linked(xml: string, href: string, context: InlineContext): string {
  const bookmark = context.bookmark(href);
  if (bookmark !== undefined) return `<w:hyperlink w:anchor="${bookmark}">${xml}</w:hyperlink>`;
  const id = context.link(href);
  return id === undefined ? xml : `<w:hyperlink r:id="${id}">${xml}</w:hyperlink>`;
}

function run(text: string, marks: Marks, context: InlineContext): string {
  const xml = `<w:r>${runProperties(marks)}${textXml(text)}</w:r>`;
  return marks.href === undefined ? xml : linked(xml, marks.href, context);
}

/** An image that is not a file of this page becomes a link; nothing is fetched. */
function image(
  { src, alt, width }: ImageInline,
  context: InlineContext,
  availableWidth: number,
): string {
  const picture = context.picture(src);
  if (picture)
    return pictureXml(picture, { number: context.nextNumber(), alt, availableWidth, width });
  const words = `[${alt || src.slice(0, 100)}]`;
  return run(words, src.startsWith('data:') ? {} : { href: src }, context);
}

export function inlineXml(
  text: readonly Inline[],
  context: InlineContext,
  { room: availableWidth = TEXT_WIDTH, bold = false } = {},
): string {
  return text
    .map((part) => {
      if (part.kind === 'break') return '<w:r><w:br/></w:r>';
      if (part.kind === 'image') return image(part, context, availableWidth);
      if (part.kind === 'formula')
        return formulaOmml(part.source, false) ?? run(part.source, { code: true }, context);
      return run(part.text, bold ? { ...part, bold } : part, context);
    })
    .join('');
}

export function bookmarked(xml: string, number: number, name: string): string {
  return `<w:bookmarkStart w:id="${number}" w:name="${escapeXml(name)}"/>${xml}<w:bookmarkEnd w:id="${number}"/>`;
}
