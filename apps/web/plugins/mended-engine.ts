import type { Plugin } from 'vite';

const ENGINE = /@fortune-sheet\/core\/dist\/index\.esm\.js$/;

/** A place in the spreadsheet engine, and what stands there instead. */
interface Mend {
  readonly what: string;
  readonly place: RegExp;
  readonly instead: string | ((...found: string[]) => string);
  readonly times: number;
}

const PLACE = /^(.+?), ", 0, "\)\.concat\($/;
const FONTS =
  '\\"Inter\\", -apple-system, \\"Segoe UI\\", \\"PingFang SC\\", \\"Microsoft YaHei\\", \\"Noto Sans CJK SC\\", sans-serif';

const MENDS: readonly Mend[] = [
  {
    what: 'rows are inserted without writing a program, which our content policy forbids',
    place:
      /new Function\("d", "return d\.(unshift|splice)\("\.concat\((.*?)arr\.join\(","\), "\)"\)\)\(d\)/g,
    instead: (_made, _way = '', before = '') => {
      const place = PLACE.exec(before)?.[1] ?? '0';
      return `d.splice.apply(d, [${place}, 0].concat(arr.map(function (made) { return JSON.parse(made); })))`;
    },
    times: 3,
  },
  {
    what: 'Tab ends the typing in a cell and goes to the next one',
    place:
      /(kstr === "Tab"\) \{\n\s+if \(ctx\.luckysheetCellUpdate\.length > 0\) \{\n)\s+return;\n/g,
    instead: (_found, before = '') =>
      `${before}var octavoAt = _.clone(ctx.luckysheetCellUpdate);
      updateCell(ctx, octavoAt[0], octavoAt[1], cellInput, undefined, canvas);
      ctx.luckysheet_select_save = [{ row: [octavoAt[0], octavoAt[0]], column: [octavoAt[1], octavoAt[1]], row_focus: octavoAt[0], column_focus: octavoAt[1] }];\n`,
    times: 1,
  },
  {
    what: 'a text keeps its letters and digits, whatever it is worth',
    place: /var vupdateStr = vupdate\.toString\(\);\n/g,
    instead: (found) =>
      `${found}  if (typeof vupdate === "string" && _.isNil(cell.f) && ctx.hooks.meaningOf && !(cell.ct && cell.ct.t === "inlineStr")) {
    var octavo = ctx.hooks.meaningOf(vupdate, cell.ct && cell.ct.fa);
    if (octavo) {
      cell.m = octavo.m;
      cell.v = octavo.v;
      cell.ct = octavo.ct;
      delete cell.qp;
      d[r][c] = cell;
      return;
    }
  }\n`,
    times: 1,
  },
  {
    what: 'what comes from another program is read by us',
    place:
      /if \(\(\(_ctx\$hooks\$beforePast = [^\n]+=== false\) \{\n\s+return;\n\s+\}\n(?=\s+if \(txtdata\.indexOf\("fortune-copy-action-table"\))/g,
    instead: (found) =>
      `${found}if (txtdata.indexOf("fortune-copy-action-") === -1 && ctx.hooks.pastedCells) {
      var octavo = ctx.hooks.pastedCells(clipboardData, ctx.luckysheet_select_save[0]);
      if (octavo) {
        ctx.luckysheet_selection_range = [];
        pasteHandler(ctx, octavo, {});
        return;
      }
    }\n`,
    times: 1,
  },
  {
    what: 'cells that have no font of their own have ours',
    place: /fontarray: \["Times New Roman"/g,
    instead: 'fontarray: ["Inter"',
    times: 5,
  },
  {
    what: 'and so have the letters and numbers around them',
    place: /\\"Helvetica Neue\\", Helvetica, Arial, [^;]*?sans-serif/g,
    instead: FONTS,
    times: 2,
  },
];

export function mendEngine(code: string): string {
  let mended = code;
  for (const { what, place, instead, times } of MENDS) {
    const found = mended.match(place)?.length ?? 0;
    if (found !== times)
      throw new Error(`the spreadsheet engine is another one than we know: ${what} (${found})`);
    mended = mended.replaceAll(place, instead as string);
  }
  return mended;
}

/** The engine is taken as it is published; what it does wrong is put right while building. */
export function mendedEngine(): Plugin {
  return {
    name: 'octavo-mended-engine',
    transform(code, id) {
      if (!ENGINE.test(id.split('?')[0] ?? '')) return undefined;
      return { code: mendEngine(code), map: null };
    },
  };
}
