import type { Attributes } from '@octavo/sheet/workbook';
import type { CellStyle } from 'hucre/xlsx';

const HORIZONTAL = ['center', 'left', 'right'] as const;
const VERTICAL = ['center', 'top', 'bottom'] as const;
const COLOR = /^#?([\da-f]{6})$/i;

const toRgb = (color: unknown) =>
  typeof color === 'string' ? COLOR.exec(color)?.[1]?.toUpperCase() : undefined;

/** Converts `FF00AA` or, with alpha, `80FF00AA`. */
const fromRgb = (color: { rgb?: string } | undefined) =>
  color?.rgb === undefined ? undefined : `#${color.rgb.slice(-6).toLowerCase()}`;

/** The number format, unless it is the default. */
function numberFormatOf(cellStyle: Attributes): string | undefined {
  const { fa } = (cellStyle['ct'] ?? {}) as { fa?: unknown };
  return typeof fa === 'string' && fa !== 'General' ? fa : undefined;
}

function omitUndefined<T extends object>(from: T): T | undefined {
  const defined = Object.entries(from).filter(([, value]) => value !== undefined);
  return defined.length === 0 ? undefined : (Object.fromEntries(defined) as T);
}

export function toXlsxStyle(cellStyle: Attributes): CellStyle | undefined {
  const { bl, it, un, cl, fs, fc, bg, ht, vt, tb } = cellStyle;
  const [fontColor, fillColor] = [toRgb(fc), toRgb(bg)];
  return omitUndefined<CellStyle>({
    font: omitUndefined({
      bold: bl === 1 || undefined,
      italic: it === 1 || undefined,
      underline: un === 1 || undefined,
      strikethrough: cl === 1 || undefined,
      size: typeof fs === 'number' ? fs : undefined,
      color: fontColor === undefined ? undefined : { rgb: fontColor },
    }),
    fill:
      fillColor === undefined
        ? undefined
        : { type: 'pattern', pattern: 'solid', fgColor: { rgb: fillColor } },
    alignment: omitUndefined({
      horizontal: typeof ht === 'number' ? HORIZONTAL[ht] : undefined,
      vertical: typeof vt === 'number' ? VERTICAL[vt] : undefined,
      wrapText: tb === '2' || undefined,
    }),
    numFmt: numberFormatOf(cellStyle),
  } as CellStyle);
}

export function fromXlsxStyle(style: CellStyle | undefined): Record<string, unknown> {
  const { font, fill, alignment } = style ?? {};
  const cellStyle: Record<string, unknown> = {
    bl: font?.bold ? 1 : undefined,
    it: font?.italic ? 1 : undefined,
    un: font?.underline ? 1 : undefined,
    cl: font?.strikethrough ? 1 : undefined,
    fc: fromRgb(font?.color),
    bg: fill?.type === 'pattern' && fill.pattern === 'solid' ? fromRgb(fill.fgColor) : undefined,
    tb: alignment?.wrapText ? '2' : undefined,
  };
  const horizontal = HORIZONTAL.findIndex(
    (alignmentName) => alignmentName === alignment?.horizontal,
  );
  const vertical = VERTICAL.findIndex((alignmentName) => alignmentName === alignment?.vertical);
  if (horizontal >= 0) cellStyle['ht'] = horizontal;
  if (vertical >= 0) cellStyle['vt'] = vertical;
  return omitUndefined(cellStyle) ?? {};
}
