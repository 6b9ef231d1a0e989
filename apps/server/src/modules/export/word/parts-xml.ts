import { NAMESPACES, TEXT_WIDTH } from './styles-xml.ts';
import { paragraphXml } from './block-xml.ts';
import { bookmarkOf } from './word-page.ts';
import { escapeXml, textXml, XML_HEAD } from './xml.ts';

const TYPES = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/** Image extensions that Word supports, with their media subtypes. */
const IMAGE_TYPES = { png: 'png', jpg: 'jpeg', gif: 'gif', bmp: 'bmp' } as const;

export const CONTENT_TYPES_XML =
  `${XML_HEAD}<Types xmlns="${PACKAGE}/content-types">` +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  '<Default Extension="xml" ContentType="application/xml"/>' +
  Object.entries(IMAGE_TYPES)
    .map(([extension, type]) => `<Default Extension="${extension}" ContentType="image/${type}"/>`)
    .join('') +
  `<Override PartName="/word/document.xml" ContentType="${TYPES}.document.main+xml"/>` +
  ['styles', 'numbering', 'settings', 'footer']
    .map((part) => `<Override PartName="/word/${part}.xml" ContentType="${TYPES}.${part}+xml"/>`)
    .join('') +
  '<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>';

export const PACKAGE_RELATIONS_XML =
  `${XML_HEAD}<Relationships xmlns="${PACKAGE}/relationships">` +
  `<Relationship Id="document" Type="${RELATIONS}/officeDocument" Target="word/document.xml"/>` +
  `<Relationship Id="core" Type="${PACKAGE}/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`;

export function coreXml(title: string): string {
  return (
    `${XML_HEAD}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/">` +
    `<dc:title>${escapeXml(title)}</dc:title></cp:coreProperties>`
  );
}

/** `updateFields` makes Word offer to compute the page numbers when the document is opened. */
export const SETTINGS_XML =
  `${XML_HEAD}<w:settings ${NAMESPACES}><w:defaultTabStop w:val="420"/><w:updateFields w:val="true"/>` +
  '<w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat>' +
  '<m:mathPr><m:mathFont m:val="Cambria Math"/></m:mathPr></w:settings>';

function field(instruction: string, result: string): string {
  const mark = (kind: string) => `<w:r><w:fldChar w:fldCharType="${kind}"/></w:r>`;
  return (
    `${mark('begin')}<w:r><w:instrText xml:space="preserve"> ${instruction} </w:instrText></w:r>` +
    `${mark('separate')}<w:r><w:t>${result}</w:t></w:r>${mark('end')}`
  );
}

export const FOOTER_XML = `${XML_HEAD}<w:ftr ${NAMESPACES}>${paragraphXml(field('PAGE', '1'), { style: 'Footer' })}</w:ftr>`;

interface ContentsEntry {
  readonly title: string;
  readonly level: number;
  readonly number: number;
}

/** `1`, `1.1`, `2`: the same numbers as Word gives to the headings. */
function headingNumbers(entries: readonly ContentsEntry[]): string[] {
  const counts: number[] = [];
  return entries.map(({ level }) => {
    counts.length = level;
    for (let at = 0; at < level; at += 1) counts[at] ??= 0;
    counts[level - 1] = (counts[level - 1] ?? 0) + 1;
    return counts.join('.');
  });
}

const MAX_CONTENTS_LEVEL = 4;

/**
 * Limits a run to Word, for the field that lets Word update the table of contents. Other programs do not support the
 * required namespace and skip it. LibreOffice computes the page numbers of the entries as separate fields, but inside a
 * table of contents it would show the stored values.
 */
function wordOnly(run: string): string {
  return `<w:r><mc:AlternateContent><mc:Choice Requires="w15">${run}</mc:Choice></mc:AlternateContent></w:r>`;
}

/** The table of contents; each entry has its page number as a field. */
export function contentsXml(heading: string, entries: readonly ContentsEntry[]): string {
  const numbers = headingNumbers(entries);
  const begin =
    wordOnly('<w:fldChar w:fldCharType="begin"/>') +
    wordOnly(
      `<w:instrText xml:space="preserve"> TOC \\o "1-${MAX_CONTENTS_LEVEL}" \\h \\z \\u </w:instrText>`,
    ) +
    wordOnly('<w:fldChar w:fldCharType="separate"/>');
  const lines = entries.map(({ title, level, number }, at) => {
    const name = bookmarkOf(number);
    const words = `<w:r>${textXml(`${numbers[at]} ${title.replaceAll('\n', ' ')}`)}</w:r><w:r><w:tab/></w:r>`;
    const link = `<w:hyperlink w:anchor="${name}">${words}${field(`PAGEREF ${name} \\h`, '')}</w:hyperlink>`;
    return paragraphXml((at === 0 ? begin : '') + link, { style: `TOC${level}` });
  });
  const end = paragraphXml(wordOnly('<w:fldChar w:fldCharType="end"/>'));
  return (
    paragraphXml(`<w:r>${textXml(heading)}</w:r>`, { style: 'TOCHeading' }) + lines.join('') + end
  );
}

export const DOCUMENT_HEAD = `${XML_HEAD}<w:document ${NAMESPACES}><w:body>`;

export const DOCUMENT_END =
  '<w:sectPr><w:footerReference w:type="default" r:id="footer"/><w:pgSz w:w="11906" w:h="16838"/>' +
  `<w:pgMar w:top="1134" w:right="${(11906 - TEXT_WIDTH) / 2}" w:bottom="1134" w:left="${(11906 - TEXT_WIDTH) / 2}" w:header="567" w:footer="567" w:gutter="0"/>` +
  '</w:sectPr></w:body></w:document>';

export function linkRelation(id: string, href: string): string {
  return `<Relationship Id="${id}" Type="${RELATIONS}/hyperlink" Target="${escapeXml(href)}" TargetMode="External"/>`;
}

export function pictureRelation(id: string, name: string): string {
  return `<Relationship Id="${id}" Type="${RELATIONS}/image" Target="media/${name}"/>`;
}

export function documentRelationsXml(relations: readonly string[]): string {
  const own = ['styles', 'numbering', 'settings', 'footer'].map(
    (part) => `<Relationship Id="${part}" Type="${RELATIONS}/${part}" Target="${part}.xml"/>`,
  );
  return `${XML_HEAD}<Relationships xmlns="${PACKAGE}/relationships">${own.join('')}${relations.join('')}</Relationships>`;
}
