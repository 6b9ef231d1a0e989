import { plainText } from '@octavo/markdown/blocks';
import type { Block } from '@octavo/markdown/blocks';
import { toBlocks } from '@octavo/markdown/to-blocks';
import { parseFileKey, parsePageId } from '../site-urls.ts';
import { blocksXml, paragraphXml } from './block-xml.ts';
import type { WordDiagram } from './block-xml.ts';
import { bookmarked } from './inline-xml.ts';
import { sheetBlocks } from './sheet-blocks.ts';
import type { WordPicture } from './picture-xml.ts';
import { textXml } from './xml.ts';

/** A page as it is sent to the worker thread. */
export interface WordPage {
  readonly title: string;
  /** The level of its title: 1 at the root. */
  readonly level: number;
  /** Its position in the document, from 1; ids inside the page are derived from it. */
  readonly number: number;
  /** Markdown, or the data of a table. */
  readonly content: string;
  readonly is_sheet: boolean;
  /** The images it may show, by file key. */
  readonly pictures: Readonly<Record<string, WordPicture>>;
  /** Chapter numbers of the linked pages that are in the same document, by page id. */
  readonly linkedChapters: Readonly<Record<string, number>>;
  /** `https://docs.example.com`, for links that leave the document. */
  readonly siteOrigin: string;
  /** The numbering id of its first numbered list. */
  readonly firstList: number;
}

export interface WordPageResult {
  readonly xml: string;
  readonly links: readonly { readonly id: string; readonly href: string }[];
  /** The start of each numbered list. */
  readonly lists: readonly number[];
  /** The keys of the images that it shows. */
  readonly shown: readonly string[];
  /** Each diagram has a placeholder in the text. */
  readonly diagrams: readonly NumberedDiagram[];
}

export interface NumberedDiagram extends WordDiagram {
  /** The id of its image in the document. */
  readonly number: number;
}

/** The number of ids that are reserved for each page. */
const IDS_PER_PAGE = 10_000;
const MAX_HEADING_LEVEL = 9;

/** The placeholder of a diagram. Page text cannot contain it, because its angle brackets are escaped. */
const DIAGRAM_PLACEHOLDER = /<!--diagram (\d+)-->/g;

/** Replaces each placeholder of a page by its diagram. */
export function fillPlaceholders(
  { xml, diagrams }: WordPageResult,
  fill: (diagram: NumberedDiagram) => string,
): string {
  return xml.replaceAll(DIAGRAM_PLACEHOLDER, (_slot, at: string) => {
    const diagram = diagrams[Number(at)];
    return diagram ? fill(diagram) : '';
  });
}

export const bookmarkOf = (number: number): string => `_Toc${number}`;

/** Removes a first heading that repeats the title, which is written separately. */
function withoutTitle(blocks: readonly Block[], title: string): readonly Block[] {
  const [first, ...rest] = blocks;
  return first?.kind === 'heading' && plainText(first.text).trim() === title.trim() ? rest : blocks;
}

export function titleXml(title: string, level: number, number: number): string {
  const run = `<w:r>${textXml(title.replaceAll('\n', ' '))}</w:r>`;
  return paragraphXml(bookmarked(run, number, bookmarkOf(number)), { style: `Heading${level}` });
}

export function writeWordPage(page: WordPage): WordPageResult {
  const { title, level, number, siteOrigin, pictures, linkedChapters } = page;
  const blocks = page.is_sheet
    ? sheetBlocks(page.content)
    : withoutTitle(toBlocks(page.content), title);
  const highest = Math.min(
    6,
    ...blocks.flatMap((block) => (block.kind === 'heading' ? [block.level] : [])),
  );
  const links: { id: string; href: string }[] = [];
  const lists: number[] = [];
  const shown = new Set<string>();
  const diagrams: NumberedDiagram[] = [];
  let usedIds = 0;
  const nextNumber = () => {
    usedIds += 1;
    return number * IDS_PER_PAGE + usedIds;
  };
  const xml = blocksXml(blocks, {
    headingLevel: (own) => Math.min(MAX_HEADING_LEVEL, level + 1 + Math.max(0, own - highest)),
    list(start) {
      lists.push(start);
      return page.firstList + lists.length - 1;
    },
    picture(src) {
      const key = parseFileKey(src, siteOrigin) ?? '';
      const picture = Object.hasOwn(pictures, key) ? pictures[key] : undefined;
      if (picture) shown.add(key);
      return picture;
    },
    bookmark(href) {
      const id = parsePageId(href, siteOrigin) ?? '';
      const chapterNumber = Object.hasOwn(linkedChapters, id) ? linkedChapters[id] : undefined;
      return chapterNumber === undefined ? undefined : bookmarkOf(chapterNumber);
    },
    link(href) {
      if (href.startsWith('#') || !URL.canParse(href, siteOrigin)) return undefined;
      const id = `l${number}x${links.length}`;
      links.push({ id, href: new URL(href, siteOrigin).href });
      return id;
    },
    diagram(diagram) {
      diagrams.push({ ...diagram, number: nextNumber() });
      return `<!--diagram ${diagrams.length - 1}-->`;
    },
    nextNumber,
  });
  const pageXml = titleXml(title, level, number) + xml;
  return { xml: pageXml, links, lists, shown: [...shown], diagrams };
}
