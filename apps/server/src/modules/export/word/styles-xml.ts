import { XML_HEAD } from './xml.ts';

/** A4 less margins of 2 cm, in twentieths of a point. */
export const TEXT_WIDTH = 9638;
const CELL_MARGIN = 108;
/** The left and right margin of a cell together. */
export const CELL_MARGINS = 2 * CELL_MARGIN;
export const NAMESPACES =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" ' +
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" ' +
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" ' +
  'xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml" ' +
  'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" ' +
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" ' +
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ' +
  'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"';

/** Numbering ids of the document: headings, bullet lists, and from `FIRST_NUMBERED_LIST` on one for each numbered list. */
const HEADING_LIST = 1;
export const BULLET_LIST = 2;
export const FIRST_NUMBERED_LIST = 3;

const TEXT_FONT =
  '<w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:eastAsia="Microsoft YaHei" w:cs="Calibri"/>';
const CODE_FONT =
  '<w:rFonts w:ascii="Consolas" w:hAnsi="Consolas" w:eastAsia="Microsoft YaHei" w:cs="Consolas"/>';
const SIZES = [36, 30, 26, 24, 22, 22, 21, 21, 21];
const LEVELS = Array.from({ length: 9 }, (_, level) => level);

function paragraphStyle(id: string, name: string, paragraph: string, run = '', next = ''): string {
  return (
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="Normal"/>` +
    (next && `<w:next w:val="${next}"/>`) +
    `<w:qFormat/>${paragraph && `<w:pPr>${paragraph}</w:pPr>`}${run && `<w:rPr>${run}</w:rPr>`}</w:style>`
  );
}

function headingStyle(level: number): string {
  return paragraphStyle(
    `Heading${level + 1}`,
    `heading ${level + 1}`,
    `<w:keepNext/><w:keepLines/><w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${HEADING_LIST}"/></w:numPr>` +
      `<w:spacing w:before="${level === 0 ? 480 : 280}" w:after="120"/><w:outlineLvl w:val="${level}"/>`,
    `<w:b/><w:color w:val="1F2A44"/><w:sz w:val="${SIZES[level]}"/>`,
    'Normal',
  );
}

const SHADED =
  '<w:pBdr><w:top w:val="single" w:sz="4" w:space="4" w:color="D7DCE5"/><w:left w:val="single" w:sz="4" w:space="4" w:color="D7DCE5"/>' +
  '<w:bottom w:val="single" w:sz="4" w:space="4" w:color="D7DCE5"/><w:right w:val="single" w:sz="4" w:space="4" w:color="D7DCE5"/></w:pBdr>' +
  '<w:shd w:val="clear" w:color="auto" w:fill="F4F6F9"/>';

export const STYLES_XML =
  `${XML_HEAD}<w:styles ${NAMESPACES}><w:docDefaults><w:rPrDefault><w:rPr>${TEXT_FONT}` +
  '<w:sz w:val="21"/><w:szCs w:val="21"/><w:lang w:val="en-US" w:eastAsia="zh-CN"/></w:rPr></w:rPrDefault>' +
  '<w:pPrDefault><w:pPr><w:spacing w:after="120" w:line="300" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>' +
  '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>' +
  '<w:style w:type="character" w:default="1" w:styleId="DefaultParagraphFont"><w:name w:val="Default Paragraph Font"/></w:style>' +
  '<w:style w:type="table" w:default="1" w:styleId="TableNormal"><w:name w:val="Normal Table"/><w:tblPr><w:tblInd w:w="0" w:type="dxa"/>' +
  `<w:tblCellMar><w:left w:w="${CELL_MARGIN}" w:type="dxa"/><w:right w:w="${CELL_MARGIN}" w:type="dxa"/></w:tblCellMar></w:tblPr></w:style>` +
  paragraphStyle(
    'Title',
    'Title',
    '<w:spacing w:before="1200" w:after="240"/>',
    '<w:b/><w:color w:val="1F2A44"/><w:sz w:val="56"/>',
    'Normal',
  ) +
  paragraphStyle(
    'Subtitle',
    'Subtitle',
    '<w:spacing w:after="480"/>',
    '<w:color w:val="5B6474"/><w:sz w:val="24"/>',
    'Normal',
  ) +
  paragraphStyle(
    'TOCHeading',
    'TOC Heading',
    '<w:keepNext/><w:spacing w:before="240" w:after="160"/>',
    '<w:b/><w:sz w:val="28"/>',
    'Normal',
  ) +
  LEVELS.map(headingStyle).join('') +
  LEVELS.map((level) =>
    paragraphStyle(
      `TOC${level + 1}`,
      `toc ${level + 1}`,
      `<w:tabs><w:tab w:val="right" w:leader="dot" w:pos="${TEXT_WIDTH}"/></w:tabs><w:spacing w:after="40"/><w:ind w:left="${level * 220}"/>`,
    ),
  ).join('') +
  paragraphStyle(
    'Quote',
    'Quote',
    '<w:pBdr><w:left w:val="single" w:sz="18" w:space="8" w:color="B9C2D3"/></w:pBdr>',
    '<w:color w:val="475066"/>',
  ) +
  paragraphStyle(
    'Code',
    'Code',
    `${SHADED}<w:spacing w:before="60" w:after="160" w:line="260" w:lineRule="auto"/>`,
    `${CODE_FONT}<w:sz w:val="18"/>`,
  ) +
  paragraphStyle(
    'CodeTitle',
    'Code Title',
    '<w:keepNext/><w:spacing w:before="120" w:after="40"/>',
    '<w:b/><w:color w:val="5B6474"/><w:sz w:val="18"/>',
  ) +
  paragraphStyle(
    'Caption',
    'caption',
    '<w:spacing w:after="200"/>',
    '<w:color w:val="5B6474"/><w:sz w:val="18"/>',
    'Normal',
  ) +
  paragraphStyle('ListText', 'List Text', '<w:spacing w:after="60"/>') +
  paragraphStyle(
    'TableText',
    'Table Text',
    '<w:spacing w:before="30" w:after="30" w:line="260" w:lineRule="auto"/>',
    '<w:sz w:val="19"/>',
  ) +
  paragraphStyle(
    'AfterTable',
    'After Table',
    '<w:spacing w:after="60" w:line="120" w:lineRule="exact"/>',
  ) +
  paragraphStyle(
    'Rule',
    'Rule',
    '<w:pBdr><w:bottom w:val="single" w:sz="6" w:space="1" w:color="C5CBD6"/></w:pBdr>',
  ) +
  paragraphStyle(
    'Footer',
    'footer',
    '<w:jc w:val="center"/>',
    '<w:color w:val="8A92A3"/><w:sz w:val="18"/>',
  ) +
  `<w:style w:type="character" w:styleId="CodeText"><w:name w:val="Code Text"/><w:rPr>${CODE_FONT}<w:sz w:val="19"/><w:shd w:val="clear" w:color="auto" w:fill="F0F2F6"/></w:rPr></w:style>` +
  '<w:style w:type="character" w:styleId="Hyperlink"><w:name w:val="Hyperlink"/><w:rPr><w:color w:val="2F54D0"/><w:u w:val="single"/></w:rPr></w:style>' +
  '<w:style w:type="table" w:styleId="TableGrid"><w:name w:val="Table Grid"/><w:basedOn w:val="TableNormal"/><w:tblPr><w:tblBorders>' +
  ['top', 'left', 'bottom', 'right', 'insideH', 'insideV']
    .map((side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="C5CBD6"/>`)
    .join('') +
  '</w:tblBorders></w:tblPr></w:style></w:styles>';

function levelXml(at: number, format: string, text: string, isTitle: boolean): string {
  const style = isTitle ? `<w:pStyle w:val="Heading${at + 1}"/>` : '';
  const indent = isTitle
    ? '<w:ind w:left="0" w:firstLine="0"/>'
    : `<w:ind w:left="${(at + 1) * 420}" w:hanging="420"/>`;
  return (
    `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${style}` +
    `<w:suff w:val="${isTitle ? 'space' : 'tab'}"/><w:lvlText w:val="${text}"/><w:lvlJc w:val="left"/><w:pPr>${indent}</w:pPr></w:lvl>`
  );
}

const BULLET_CHARACTERS = ['•', '◦', '▪'];
const NUMBER_FORMATS = [
  ['decimal', '.'],
  ['lowerLetter', '.'],
  ['lowerRoman', '.'],
] as const;

function abstractLists(): string {
  const titles = LEVELS.map((at) =>
    levelXml(
      at,
      'decimal',
      LEVELS.slice(0, at + 1)
        .map((below) => `%${below + 1}`)
        .join('.'),
      true,
    ),
  );
  const points = LEVELS.map((at) =>
    levelXml(at, 'bullet', BULLET_CHARACTERS[at % 3] ?? '•', false),
  );
  const counted = LEVELS.map((at) => {
    const [format, sign] = NUMBER_FORMATS[at % 3] ?? NUMBER_FORMATS[0];
    return levelXml(at, format, `%${at + 1}${sign}`, false);
  });
  return [titles, points, counted]
    .map(
      (levels, id) =>
        `<w:abstractNum w:abstractNumId="${id}"><w:multiLevelType w:val="multilevel"/>${levels.join('')}</w:abstractNum>`,
    )
    .join('');
}

/** One numbering instance for each list, so that each list starts at its own number. */
export function numberingXml(starts: readonly number[]): string {
  const counted = starts.map((start, at) => {
    const startOverrides = LEVELS.map(
      (ilvl) =>
        `<w:lvlOverride w:ilvl="${ilvl}"><w:startOverride w:val="${start}"/></w:lvlOverride>`,
    );
    return `<w:num w:numId="${FIRST_NUMBERED_LIST + at}"><w:abstractNumId w:val="2"/>${startOverrides.join('')}</w:num>`;
  });
  return (
    `${XML_HEAD}<w:numbering ${NAMESPACES}>${abstractLists()}` +
    `<w:num w:numId="${HEADING_LIST}"><w:abstractNumId w:val="0"/></w:num>` +
    `<w:num w:numId="${BULLET_LIST}"><w:abstractNumId w:val="1"/></w:num>${counted.join('')}</w:numbering>`
  );
}
