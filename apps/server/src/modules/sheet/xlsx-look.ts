import type { Attributes } from '@octavo/sheet/workbook';
import type { CellStyle } from 'hucre/xlsx';

const HORIZONTAL = ['center', 'left', 'right'] as const;
const VERTICAL = ['center', 'top', 'bottom'] as const;
const COLOR = /^#?([\da-f]{6})$/i;

const rgbOf = (color: unknown) =>
  typeof color === 'string' ? COLOR.exec(color)?.[1]?.toUpperCase() : undefined;

/** Converts `FF00AA` or, with alpha, `80FF00AA`. */
const colorOf = (color: { rgb?: string } | undefined) =>
  color?.rgb === undefined ? undefined : `#${color.rgb.slice(-6).toLowerCase()}`;

/** The number format, unless it is the default. */
function formatOf(look: Attributes): string | undefined {
  const { fa } = (look['ct'] ?? {}) as { fa?: unknown };
  return typeof fa === 'string' && fa !== 'General' ? fa : undefined;
}

function without<T extends object>(from: T): T | undefined {
  const kept = Object.entries(from).filter(([, value]) => value !== undefined);
  return kept.length === 0 ? undefined : (Object.fromEntries(kept) as T);
}

export function styleOf(look: Attributes): CellStyle | undefined {
  const { bl, it, un, cl, fs, fc, bg, ht, vt, tb } = look;
  const [ink, paper] = [rgbOf(fc), rgbOf(bg)];
  return without<CellStyle>({
    font: without({
      bold: bl === 1 || undefined,
      italic: it === 1 || undefined,
      underline: un === 1 || undefined,
      strikethrough: cl === 1 || undefined,
      size: typeof fs === 'number' ? fs : undefined,
      color: ink === undefined ? undefined : { rgb: ink },
    }),
    fill:
      paper === undefined
        ? undefined
        : { type: 'pattern', pattern: 'solid', fgColor: { rgb: paper } },
    alignment: without({
      horizontal: typeof ht === 'number' ? HORIZONTAL[ht] : undefined,
      vertical: typeof vt === 'number' ? VERTICAL[vt] : undefined,
      wrapText: tb === '2' || undefined,
    }),
    numFmt: formatOf(look),
  } as CellStyle);
}

export function lookOfStyle(style: CellStyle | undefined): Record<string, unknown> {
  const { font, fill, alignment } = style ?? {};
  const look: Record<string, unknown> = {
    bl: font?.bold ? 1 : undefined,
    it: font?.italic ? 1 : undefined,
    un: font?.underline ? 1 : undefined,
    cl: font?.strikethrough ? 1 : undefined,
    fc: colorOf(font?.color),
    bg: fill?.type === 'pattern' && fill.pattern === 'solid' ? colorOf(fill.fgColor) : undefined,
    tb: alignment?.wrapText ? '2' : undefined,
  };
  const across = HORIZONTAL.findIndex((way) => way === alignment?.horizontal);
  const down = VERTICAL.findIndex((way) => way === alignment?.vertical);
  if (across >= 0) look['ht'] = across;
  if (down >= 0) look['vt'] = down;
  return without(look) ?? {};
}
