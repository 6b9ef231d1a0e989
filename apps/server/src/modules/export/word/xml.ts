const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
/** Characters that XML 1.0 does not allow. */
// oxlint-disable-next-line no-control-regex
const INVALID_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(INVALID_CHARACTERS, '')
    .replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** The text of a run; tabs and line breaks become elements. */
export function textXml(text: string): string {
  return text
    .split(/(\n|\t)/)
    .map((part) => {
      if (part === '\n') return '<w:br/>';
      if (part === '\t') return '<w:tab/>';
      return part === '' ? '' : `<w:t xml:space="preserve">${escapeXml(part)}</w:t>`;
    })
    .join('');
}
