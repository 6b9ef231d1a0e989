import type { Block, Inline } from '@octavo/markdown/blocks';
import { columnWidths } from './column-widths.ts';
import { inlineXml } from './inline-xml.ts';
import type { InlineContext } from './inline-xml.ts';
import { formulaOmml } from './omml.ts';
import { BULLET_LIST, CELL_MARGINS, TEXT_WIDTH } from './styles-xml.ts';
import { textXml } from './xml.ts';

export interface BlockContext extends InlineContext {
  /** The level in the document of a heading of the page text. */
  headingLevel(level: number): number;
  /** The numbering id of a list that starts at `start`. */
  list(start: number): number;
  /** The placeholder of a diagram, which is drawn after the page is written. */
  diagram(diagram: WordDiagram): string;
}

/** A diagram to be drawn. */
export interface WordDiagram {
  readonly mermaid: string;
  /** The paragraphs that show its source. */
  readonly sourceXml: string;
  readonly indent: number;
}

interface BlockPosition {
  /** The nesting depth of lists and quotes. */
  readonly depth: number;
  readonly style: string;
}

const INDENT_STEP = 420;
const TOP_LEVEL: BlockPosition = { depth: 0, style: '' };

interface ParagraphProperties {
  readonly style?: string;
  readonly numbering?: { readonly id: number; readonly level: number };
  readonly indent?: number;
  readonly align?: string;
  readonly keepNext?: boolean;
}

/** The schema of OOXML requires this order of the properties. */
export function paragraphXml(content: string, properties: ParagraphProperties = {}): string {
  const { style, numbering, indent, align, keepNext } = properties;
  const found = [
    style ? `<w:pStyle w:val="${style}"/>` : '',
    keepNext ? '<w:keepNext/>' : '',
    numbering
      ? `<w:numPr><w:ilvl w:val="${numbering.level}"/><w:numId w:val="${numbering.id}"/></w:numPr>`
      : '',
    indent ? `<w:ind w:left="${indent}"/>` : '',
    align ? `<w:jc w:val="${align}"/>` : '',
  ].join('');
  return `<w:p>${found && `<w:pPr>${found}</w:pPr>`}${content}</w:p>`;
}

/** A heading without a number, since only catalogs and pages are numbered. */
function headingXml(level: number, text: readonly Inline[], context: BlockContext): string {
  return paragraphXml(inlineXml(text, context), {
    style: `Heading${level}`,
    numbering: { id: 0, level: 0 },
  });
}

function codeXml(info: string, code: string, { depth }: BlockPosition): string {
  const title = /^\S*\s+(\S.*)$/.exec(info)?.[1];
  const indent = depth * INDENT_STEP;
  const head = title
    ? paragraphXml(`<w:r>${textXml(title)}</w:r>`, { style: 'CodeTitle', indent, keepNext: true })
    : '';
  return head + paragraphXml(`<w:r>${textXml(code)}</w:r>`, { style: 'Code', indent });
}

function captionXml(caption: string, { depth }: BlockPosition): string {
  return paragraphXml(`<w:r>${textXml(caption)}</w:r>`, {
    style: 'Caption',
    indent: depth * INDENT_STEP,
  });
}

function cellXml(content: string, width: number, isHead: boolean): string {
  const shade = isHead ? '<w:shd w:val="clear" w:color="auto" w:fill="EAEEF6"/>' : '';
  return `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/>${shade}</w:tcPr>${content}</w:tc>`;
}

function tableXml(
  { aligns, head, rows }: Extract<Block, { kind: 'table' }>,
  context: BlockContext,
): string {
  const columns = Math.max(1, head.length);
  const widths = columnWidths([head, ...rows], {
    columns,
    total: TEXT_WIDTH,
    pictureWidth: ({ src, width: own }) => {
      const natural = context.picture(src)?.width ?? 0;
      if (natural === 0 || !own) return natural;
      return own.unit === '%' ? (natural * own.value) / 100 : own.value;
    },
  });
  const row = (cells: readonly (readonly Inline[])[], isHead: boolean) => {
    const cellsXml = Array.from({ length: columns }, (_, at) => {
      const align = aligns[at] || undefined;
      const width = widths[at] ?? 0;
      const availableWidth = Math.max(CELL_MARGINS, width - CELL_MARGINS);
      const content = inlineXml(cells[at] ?? [], context, { room: availableWidth, bold: isHead });
      return cellXml(
        paragraphXml(content, { style: 'TableText', ...(align && { align }) }),
        width,
        isHead,
      );
    });
    const repeated = isHead ? '<w:trPr><w:cantSplit/><w:tblHeader/></w:trPr>' : '';
    return `<w:tr>${repeated}${cellsXml.join('')}</w:tr>`;
  };
  return (
    '<w:tbl><w:tblPr><w:tblStyle w:val="TableGrid"/><w:tblW w:w="5000" w:type="pct"/>' +
    '<w:tblLook w:val="0420" w:firstRow="1" w:lastRow="0" w:firstColumn="0" w:lastColumn="0" w:noHBand="0" w:noVBand="1"/></w:tblPr>' +
    `<w:tblGrid>${widths.map((width) => `<w:gridCol w:w="${width}"/>`).join('')}</w:tblGrid>` +
    `${row(head, true)}${rows.map((cells) => row(cells, false)).join('')}</w:tbl>` +
    // Word merges two tables without a paragraph between them.
    paragraphXml('', { style: 'AfterTable' })
  );
}

const CHECKBOXES = { true: '☑', false: '☐' } as const;

/** The text beside the mark of a list item. */
function lineOf(first: Block | undefined): readonly Inline[] | undefined {
  if (first?.kind === 'paragraph') return first.text;
  return first?.kind === 'figure' ? [first.image] : undefined;
}

function listXml(
  { ordered, start, items }: Extract<Block, { kind: 'list' }>,
  context: BlockContext,
  position: BlockPosition,
): string {
  const level = Math.min(position.depth, 8);
  const id = ordered ? context.list(start) : BULLET_LIST;
  const itemPosition: BlockPosition = { depth: position.depth + 1, style: position.style };
  return items
    .map(({ checked, blocks }) => {
      const [first, ...rest] = blocks;
      const mark = checked === undefined ? '' : CHECKBOXES[`${checked}`];
      const firstLine = lineOf(first);
      const line =
        (mark && `<w:r><w:t xml:space="preserve">${mark} </w:t></w:r>`) +
        inlineXml(firstLine ?? [], context);
      // A task item has a checkbox instead of a bullet.
      const head = paragraphXml(
        line,
        mark
          ? { style: 'ListText', indent: itemPosition.depth * INDENT_STEP }
          : { style: 'ListText', numbering: { id, level } },
      );
      const caption = first?.kind === 'figure' ? captionXml(first.caption, itemPosition) : '';
      return head + caption + blocksXml(firstLine ? rest : blocks, context, itemPosition);
    })
    .join('');
}

function blockXml(block: Block, context: BlockContext, position: BlockPosition): string {
  switch (block.kind) {
    case 'heading':
      return headingXml(context.headingLevel(block.level), block.text, context);
    case 'paragraph':
      return block.text.length === 0
        ? ''
        : paragraphXml(inlineXml(block.text, context), {
            style: position.style,
            indent: position.depth * INDENT_STEP,
          });
    case 'figure':
      return (
        paragraphXml(inlineXml([block.image], context), {
          style: position.style,
          indent: position.depth * INDENT_STEP,
          keepNext: true,
        }) + captionXml(block.caption, position)
      );
    case 'list':
      return listXml(block, context, position);
    case 'quote':
      return blocksXml(block.blocks, context, { depth: position.depth + 1, style: 'Quote' });
    case 'code':
      return codeXml(block.info, block.code, position);
    case 'formula': {
      const omml = formulaOmml(block.source, true);
      return omml === undefined
        ? codeXml('', block.source, position)
        : paragraphXml(`<m:oMathPara>${omml}</m:oMathPara>`, {
            indent: position.depth * INDENT_STEP,
          });
    }
    case 'diagram':
      return context.diagram({
        mermaid: block.mermaid,
        sourceXml: codeXml(block.info, block.code, position),
        indent: position.depth * INDENT_STEP,
      });
    case 'table':
      return tableXml(block, context);
    case 'endpoint': {
      const words = [block.methods.join(' / '), block.note].filter((part) => part !== '').join(' ');
      const methods = words
        ? `<w:r><w:rPr><w:b/></w:rPr>${textXml(words)}</w:r><w:r>${textXml('  ')}</w:r>`
        : '';
      return paragraphXml(`${methods}<w:r>${textXml(block.url)}</w:r>`, { style: 'Code' });
    }
    case 'rule':
      return paragraphXml('', { style: 'Rule' });
  }
}

export function blocksXml(
  blocks: readonly Block[],
  context: BlockContext,
  position: BlockPosition = TOP_LEVEL,
): string {
  return blocks.map((block) => blockXml(block, context, position)).join('');
}
