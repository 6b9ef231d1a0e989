import type { Attributes } from './workbook.ts';

const ALIGN: Readonly<Record<string, number>> = { center: 0, left: 1, right: 2 };
const VERTICAL: Readonly<Record<string, number>> = { middle: 0, top: 1, bottom: 2 };

const object = (value: unknown): Attributes =>
  typeof value === 'object' && value !== null ? (value as Attributes) : {};

/** Converts a style of ShowDoc (an entry of the sheet's `styles`) to FortuneSheet's fields. */
export function showdocStyle(styles: unknown, index: unknown): Attributes {
  if (!Array.isArray(styles) || typeof index !== 'number') return {};
  const { font, align, valign, color, bgcolor, underline, strike, textwrap } = object(
    styles[index],
  );
  const { bold, italic, size } = object(font);
  const look: Record<string, unknown> = {};
  if (bold === true) look['bl'] = 1;
  if (italic === true) look['it'] = 1;
  if (typeof size === 'number') look['fs'] = size;
  if (underline === true) look['un'] = 1;
  if (strike === true) look['cl'] = 1;
  if (textwrap === true) look['tb'] = '2';
  if (typeof color === 'string') look['fc'] = color;
  if (typeof bgcolor === 'string') look['bg'] = bgcolor;
  if (typeof align === 'string' && align in ALIGN) look['ht'] = ALIGN[align];
  if (typeof valign === 'string' && valign in VERTICAL) look['vt'] = VERTICAL[valign];
  return look;
}

/** The style of a stored cell: its own, otherwise the ShowDoc style it refers to. */
export function cellStyle(cell: Attributes, styles: unknown): Attributes {
  const { look, style } = cell;
  return look === undefined ? showdocStyle(styles, style) : object(look);
}
