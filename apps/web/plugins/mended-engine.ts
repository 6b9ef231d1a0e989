import type { Plugin } from 'vite';

const STYLES = /@fortune-sheet\/react\/dist\/index\.css$/;
const ENGINE = /@fortune-sheet\/core\/dist\/index\.esm\.js$/;
const SCREEN = /@fortune-sheet\/react\/dist\/index\.esm\.js$/;

/** A replacement in the source of the FortuneSheet library. */
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
    what: 'formulas are calculated by us: the parser of the spreadsheet is not loaded',
    place: /import \{ Parser, ERROR_REF \} from '@fortune-sheet\/formula-parser';/g,
    instead: 'var ERROR_REF = "#REF!"; function Parser() { this.on = function () {}; }',
    times: 1,
  },
  {
    what: 'a formula keeps the result that it has until ours is there',
    place:
      /ctx\.formulaCache\.parser\.context = ctx;\n\s+var parsedResponse = ctx\.formulaCache\.parser\.parse\(txt\.substring\(1\), \{\n\s+sheetId: id \|\| ctx\.currentSheetId\n\s+\}\);/g,
    instead: `var octavoData = getFlowdata(ctx, id);
  var octavoCell = !_.isNil(r) && !_.isNil(c) && octavoData && octavoData[r] ? octavoData[r][c] : null;
  var parsedResponse = { error: null, result: octavoCell ? octavoCell.v : undefined };`,
    times: 1,
  },
  {
    what: 'the formulas that refer to a changed cell are calculated by us',
    place: /(function execFunctionGroup\(ctx, origin_r, origin_c, value, id, data\) \{\n)/g,
    instead: (_found, before = '') =>
      `${before}  ctx.formulaCache.execFunctionExist = undefined;\n  return;\n`,
    times: 1,
  },
  {
    what: 'rules by formula mark no cell: without its parser the spreadsheet would mark all numbers',
    place: /var funcV = execfunction\(ctx, func, _r16, _c16\);\n\s+var v = funcV\[1\];/g,
    instead: 'var v = false;',
    times: 1,
  },
  {
    what: 'a number that is wider than its cell is rounded or hidden, never cut to another one',
    place:
      /(\s+value = cell;\n\s+\}\n\s+if \(_\.isEmpty\(value\)\) \{\n\s+return null;\n\s+\}\n)(?=\s+\}\n\s+if \(tr === "3"\))/g,
    instead: (_found, before = '') =>
      `${before}    if (cellWidth != null && rt === 0 && tb !== "2" && cell.ct && (cell.ct.t === "n" || cell.ct.t === "d"))
      value = octavoFitted(cell, String(value), cellWidth - space_width, function (text) { return getMeasureText(text, renderCtx, sheetCtx).width; });\n`,
    times: 1,
  },
  {
    what: 'how a number is made to fit',
    place: /(?=function getCellTextInfo\(cell, renderCtx, sheetCtx, option, ctx\) \{)/g,
    instead: `function octavoFitted(cell, value, room, widthOf) {
  if (widthOf(value) <= room) return value;
  if (cell.ct.fa === "General" && typeof cell.v === "number" && !Number.isInteger(cell.v))
    for (var digits = 9; digits >= 0; digits -= 1) {
      var rounded = Number(cell.v.toFixed(digits));
      if (rounded === 0) break;
      if (widthOf(String(rounded)) <= room) return String(rounded);
    }
  return "#".repeat(Math.max(1, Math.floor(room / widthOf("#"))));
}
`,
    times: 1,
  },
  {
    what: 'the canvas is painted in the colours of the theme',
    place:
      /var defaultStyle = \{\n\s+fillStyle: "#000000",\n(\s+textBaseline: "middle",\n)\s+strokeStyle: "#dfdfdf",\n/g,
    instead: (_found, between = '') =>
      `var octavoTheme, octavoColors;
function octavoColor(name) {
  var root = document.documentElement;
  if (octavoTheme !== root.dataset.theme) {
    octavoTheme = root.dataset.theme;
    var style = getComputedStyle(root);
    octavoColors = { canvas: style.getPropertyValue("--canvas"), subtle: style.getPropertyValue("--subtle"), text: style.getPropertyValue("--text"), line: style.getPropertyValue("--line") };
  }
  return octavoColors[name];
}
var defaultStyle = {
  get fillStyle() { return octavoColor("text"); },
${between}  get strokeStyle() { return octavoColor("line"); },
`,
    times: 1,
  },
  {
    what: 'cells and the letters and numbers around them stand on the colours of the theme',
    place: /renderCtx\.fillStyle = "#(?:ffffff|FFFFFF)";/g,
    instead: 'renderCtx.fillStyle = octavoColor("canvas");',
    times: 5,
  },
  {
    what: 'and are written in its ink',
    place: /renderCtx\.fillStyle = "#000000";/g,
    instead: 'renderCtx.fillStyle = octavoColor("text");',
    times: 3,
  },
  {
    what: 'a cell with a background of its own keeps dark ink, others have that of the theme',
    place: /value \|\| \(value = "#000000"\);/g,
    instead:
      'value || (value = attr === "bc" || (cell && cell.bg) ? "#14171f" : octavoColor("text"));',
    times: 1,
  },
  {
    what: 'numbers and days stand at the right',
    place: /var defaultValue = attr === "ht" \? "1" : "0";/g,
    instead:
      'var defaultValue = attr === "ht" ? (cell && cell.ct && (cell.ct.t === "n" || cell.ct.t === "d") ? "2" : "1") : "0";',
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

const SCREEN_MENDS: readonly Mend[] = [
  {
    what: 'the cells are no second main part of the page',
    place: /React\.createElement\("main", \{/g,
    instead: 'React.createElement("div", {',
    times: 1,
  },
  {
    what: 'the button that searches has a name',
    place: /var tooltip = toolbar\[name\];/g,
    instead: 'var tooltip = toolbar[name === "search" ? "findAndReplace" : name];',
    times: 1,
  },
];

function apply(code: string, mends: readonly Mend[]): string {
  let mended = code;
  for (const { what, place, instead, times } of mends) {
    const found = mended.match(place)?.length ?? 0;
    if (found !== times)
      throw new Error(`the spreadsheet engine is another one than we know: ${what} (${found})`);
    mended = mended.replaceAll(place, instead as string);
  }
  return mended;
}

export const mendEngine = (code: string): string => apply(code, MENDS);
export const mendScreen = (code: string): string => apply(code, SCREEN_MENDS);

/** Light colours in the style sheet of FortuneSheet that are replaced by theme variables. */
const WHITE = /#fff(?:fff)?\b|\bwhite\b|rgb\(255, 255, 255\)/i;
const GREY =
  /#(?:efefef|ebebeb|f5f5f5|fafafc|e5e5e5|f0f0f0|f8f9fa|f2f2f2|f7f7f7|eee)\b|rgb\((?:235, 235, 235|240, 240, 240|230, 230, 230)\)/i;
const LINE =
  /#(?:d4d4d4|ccc|e0e0e0|dfdfdf|d9d9d9|ddd|bbb|e5e5e5|ebebeb|efefef|eee|f0f0f0)\b|rgb\((?:235, 235, 235|230, 230, 230)\)/i;
const RULE = /#(?:ddd|e0e0e0)\b/i;
const QUIET = /#676464\b/i;
const INK =
  /#(?:000(?:000)?|1e1e1f|333|222|5e5e5e|666|444|535353|14171f)\b|rgb\(38, 42, 51\)|\bblack\b/i;

/** Replaces the fixed colours of the FortuneSheet style sheet by theme variables. */
export function themeStyles(css: string): string {
  return css.replaceAll(
    /(?<=[{;\s])(background(?:-color)?|border(?:-\w+)*|color|fill)(\s*:\s*)([^;}]+)/g,
    (_whole, name: string, colon: string, value: string) => {
      if (name.startsWith('background'))
        return `${name}${colon}${value.replace(WHITE, 'var(--raised)').replace(GREY, 'var(--muted)').replace(RULE, 'var(--line-2)')}`;
      if (name.startsWith('border'))
        return `${name}${colon}${value.replace(LINE, 'var(--line-2)')}`;
      return `${name}${colon}${value.replace(INK, 'var(--text)').replace(QUIET, 'var(--text-2)')}`;
    },
  );
}

/** Patches the published FortuneSheet package at build time. The build fails if a patch does not match. */
export function mendedEngine(): Plugin {
  return {
    name: 'octavo-mended-engine',
    // Runs before Vite turns the style sheet into a module.
    enforce: 'pre',
    transform(code, id) {
      const file = id.split('?')[0] ?? '';
      if (STYLES.test(file)) return { code: themeStyles(code), map: null };
      if (SCREEN.test(file)) return { code: mendScreen(code), map: null };
      if (!ENGINE.test(file)) return undefined;
      return { code: mendEngine(code), map: null };
    },
  };
}
