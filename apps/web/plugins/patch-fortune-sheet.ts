import type { Plugin } from 'vite';

const STYLE_FILE = /@fortune-sheet\/react\/dist\/index\.css$/;
const CORE_FILE = /@fortune-sheet\/core\/dist\/index\.esm\.js$/;
const REACT_FILE = /@fortune-sheet\/react\/dist\/index\.esm\.js$/;

/** A replacement in the source of the FortuneSheet library. */
interface Patch {
  readonly description: string;
  readonly target: RegExp;
  readonly replacement: string | ((...matched: string[]) => string);
  readonly matchCount: number;
}

const INSERT_INDEX = /^(.+?), ", 0, "\)\.concat\($/;
const FONTS =
  '\\"Inter\\", -apple-system, \\"Segoe UI\\", \\"PingFang SC\\", \\"Microsoft YaHei\\", \\"Noto Sans CJK SC\\", sans-serif';

const CORE_PATCHES: readonly Patch[] = [
  {
    description: 'insert rows without generated code, which the content security policy forbids',
    target:
      /new Function\("d", "return d\.(unshift|splice)\("\.concat\((.*?)arr\.join\(","\), "\)"\)\)\(d\)/g,
    replacement: (_made, _way = '', before = '') => {
      const target = INSERT_INDEX.exec(before)?.[1] ?? '0';
      return `d.splice.apply(d, [${target}, 0].concat(arr.map(function (made) { return JSON.parse(made); })))`;
    },
    matchCount: 3,
  },
  {
    description: 'Tab commits the cell input and moves to the next cell',
    target:
      /(kstr === "Tab"\) \{\n\s+if \(ctx\.luckysheetCellUpdate\.length > 0\) \{\n)\s+return;\n/g,
    replacement: (_found, before = '') =>
      `${before}var octavoAt = _.clone(ctx.luckysheetCellUpdate);
      updateCell(ctx, octavoAt[0], octavoAt[1], cellInput, undefined, canvas);
      ctx.luckysheet_select_save = [{ row: [octavoAt[0], octavoAt[0]], column: [octavoAt[1], octavoAt[1]], row_focus: octavoAt[0], column_focus: octavoAt[1] }];\n`,
    matchCount: 1,
  },
  {
    description: 'preserve cell input verbatim',
    target: /var vupdateStr = vupdate\.toString\(\);\n/g,
    replacement: (matched) =>
      `${matched}  if (typeof vupdate === "string" && _.isNil(cell.f) && ctx.hooks.meaningOf && !(cell.ct && cell.ct.t === "inlineStr")) {
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
    matchCount: 1,
  },
  {
    description: 'parse cells that are pasted from other programs with our parser',
    target:
      /if \(\(\(_ctx\$hooks\$beforePast = [^\n]+=== false\) \{\n\s+return;\n\s+\}\n(?=\s+if \(txtdata\.indexOf\("fortune-copy-action-table"\))/g,
    replacement: (matched) =>
      `${matched}if (txtdata.indexOf("fortune-copy-action-") === -1 && ctx.hooks.pastedCells) {
      var octavo = ctx.hooks.pastedCells(clipboardData, ctx.luckysheet_select_save[0]);
      if (octavo) {
        ctx.luckysheet_selection_range = [];
        pasteHandler(ctx, octavo, {});
        return;
      }
    }\n`,
    matchCount: 1,
  },
  {
    description:
      'do not load the formula parser of FortuneSheet, because Octavo calculates formulas',
    target: /import \{ Parser, ERROR_REF \} from '@fortune-sheet\/formula-parser';/g,
    replacement: 'var ERROR_REF = "#REF!"; function Parser() { this.on = function () {}; }',
    matchCount: 1,
  },
  {
    description: 'keep the previous result of a formula until Octavo has calculated it',
    target:
      /ctx\.formulaCache\.parser\.context = ctx;\n\s+var parsedResponse = ctx\.formulaCache\.parser\.parse\(txt\.substring\(1\), \{\n\s+sheetId: id \|\| ctx\.currentSheetId\n\s+\}\);/g,
    replacement: `var octavoData = getFlowdata(ctx, id);
  var octavoCell = !_.isNil(r) && !_.isNil(c) && octavoData && octavoData[r] ? octavoData[r][c] : null;
  var parsedResponse = { error: null, result: octavoCell ? octavoCell.v : undefined };`,
    matchCount: 1,
  },
  {
    description: 'do not recalculate dependent formulas, because Octavo does',
    target: /(function execFunctionGroup\(ctx, origin_r, origin_c, value, id, data\) \{\n)/g,
    replacement: (_found, before = '') =>
      `${before}  ctx.formulaCache.execFunctionExist = undefined;\n  return;\n`,
    matchCount: 1,
  },
  {
    description:
      'disable conditional formats by formula: without its parser FortuneSheet would mark all numbers',
    target: /var funcV = execfunction\(ctx, func, _r16, _c16\);\n\s+var v = funcV\[1\];/g,
    replacement: 'var v = false;',
    matchCount: 1,
  },
  {
    description: 'round or hide a number that is wider than its cell instead of truncating it',
    target:
      /(\s+value = cell;\n\s+\}\n\s+if \(_\.isEmpty\(value\)\) \{\n\s+return null;\n\s+\}\n)(?=\s+\}\n\s+if \(tr === "3"\))/g,
    replacement: (_found, before = '') =>
      `${before}    if (cellWidth != null && rt === 0 && tb !== "2" && cell.ct && (cell.ct.t === "n" || cell.ct.t === "d"))
      value = octavoFitted(cell, String(value), cellWidth - space_width, function (text) { return getMeasureText(text, renderCtx, sheetCtx).width; });\n`,
    matchCount: 1,
  },
  {
    description: 'add the function that fits a number to its cell',
    target: /(?=function getCellTextInfo\(cell, renderCtx, sheetCtx, option, ctx\) \{)/g,
    replacement: `function octavoFitted(cell, value, room, widthOf) {
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
    matchCount: 1,
  },
  {
    description: 'draw the canvas in the theme colours',
    target:
      /var defaultStyle = \{\n\s+fillStyle: "#000000",\n(\s+textBaseline: "middle",\n)\s+strokeStyle: "#dfdfdf",\n/g,
    replacement: (_found, between = '') =>
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
    matchCount: 1,
  },
  {
    description: 'use the theme background for cells and headers',
    target: /renderCtx\.fillStyle = "#(?:ffffff|FFFFFF)";/g,
    replacement: 'renderCtx.fillStyle = octavoColor("canvas");',
    matchCount: 5,
  },
  {
    description: 'use the theme text colour for cells and headers',
    target: /renderCtx\.fillStyle = "#000000";/g,
    replacement: 'renderCtx.fillStyle = octavoColor("text");',
    matchCount: 3,
  },
  {
    description: 'keep dark text in cells with a background colour',
    target: /value \|\| \(value = "#000000"\);/g,
    replacement:
      'value || (value = attr === "bc" || (cell && cell.bg) ? "#14171f" : octavoColor("text"));',
    matchCount: 1,
  },
  {
    description: 'align numbers and dates to the right',
    target: /var defaultValue = attr === "ht" \? "1" : "0";/g,
    replacement:
      'var defaultValue = attr === "ht" ? (cell && cell.ct && (cell.ct.t === "n" || cell.ct.t === "d") ? "2" : "1") : "0";',
    matchCount: 1,
  },
  {
    description: 'use the Octavo font in cells without a font',
    target: /fontarray: \["Times New Roman"/g,
    replacement: 'fontarray: ["Inter"',
    matchCount: 5,
  },
  {
    description: 'use the Octavo font in headers',
    target: /\\"Helvetica Neue\\", Helvetica, Arial, [^;]*?sans-serif/g,
    replacement: FONTS,
    matchCount: 2,
  },
];

const REACT_PATCHES: readonly Patch[] = [
  {
    description: 'avoid a second main element',
    target: /React\.createElement\("main", \{/g,
    replacement: 'React.createElement("div", {',
    matchCount: 1,
  },
  {
    description: 'give the search button an accessible name',
    target: /var tooltip = toolbar\[name\];/g,
    replacement: 'var tooltip = toolbar[name === "search" ? "findAndReplace" : name];',
    matchCount: 1,
  },
  {
    description: 'name the buttons for borders and merging in the language of the user',
    target: /text: "\\u[0-9A-F]{4}[^"]*",\n(?=\s+onClick: function onClick\(\) \{)/g,
    replacement: '',
    matchCount: 2,
  },
];

function applyPatches(code: string, patches: readonly Patch[]): string {
  let patched = code;
  for (const { description, target, replacement, matchCount } of patches) {
    const matched = patched.match(target)?.length ?? 0;
    if (matched !== matchCount)
      throw new Error(
        `FortuneSheet patch does not match: ${description} (${matched} instead of ${matchCount} matches)`,
      );
    patched = patched.replaceAll(target, replacement as string);
  }
  return patched;
}

export const patchCore = (code: string): string => applyPatches(code, CORE_PATCHES);
export const patchReact = (code: string): string => applyPatches(code, REACT_PATCHES);

/** Light colours in the style sheet of FortuneSheet that are replaced by theme variables. */
const WHITE = /#fff(?:fff)?\b|\bwhite\b|rgb\(255, 255, 255\)/i;
const GREY =
  /#(?:efefef|ebebeb|f5f5f5|fafafc|e5e5e5|f0f0f0|f8f9fa|f2f2f2|f7f7f7|eee)\b|rgb\((?:235, 235, 235|240, 240, 240|230, 230, 230)\)/i;
const LINE =
  /#(?:d4d4d4|ccc|e0e0e0|dfdfdf|d9d9d9|ddd|bbb|e5e5e5|ebebeb|efefef|eee|f0f0f0)\b|rgb\((?:235, 235, 235|230, 230, 230)\)/i;
const RULE = /#(?:ddd|e0e0e0)\b/i;
const SECONDARY_TEXT = /#676464\b/i;
const TEXT =
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
      return `${name}${colon}${value.replace(TEXT, 'var(--text)').replace(SECONDARY_TEXT, 'var(--text-2)')}`;
    },
  );
}

/** Patches the published FortuneSheet package at build time. The build fails if a patch does not match. */
export function patchFortuneSheet(): Plugin {
  return {
    name: 'octavo-patch-fortune-sheet',
    // Runs before Vite turns the style sheet into a module.
    enforce: 'pre',
    transform(code, id) {
      const file = id.split('?')[0] ?? '';
      if (STYLE_FILE.test(file)) return { code: themeStyles(code), map: null };
      if (REACT_FILE.test(file)) return { code: patchReact(code), map: null };
      if (!CORE_FILE.test(file)) return undefined;
      return { code: patchCore(code), map: null };
    },
  };
}
