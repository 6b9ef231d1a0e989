import type { Environment } from './environment.ts';
import { isDateFormat } from './format.ts';
import type { Node } from './parse.ts';

const DAY = 'yyyy-mm-dd';
const DAY_AND_TIME = 'yyyy-mm-dd hh:mm:ss';
const TIME = 'hh:mm:ss';

/** The formats of functions that return a date or a time. */
const FUNCTION_FORMATS: Readonly<Record<string, string>> = {
  DATE: DAY,
  TODAY: DAY,
  EDATE: DAY,
  EOMONTH: DAY,
  WORKDAY: DAY,
  'WORKDAY.INTL': DAY,
  DATEVALUE: DAY,
  NOW: DAY_AND_TIME,
  TIME,
  TIMEVALUE: TIME,
};
/** Functions that return one of the cells of their arguments. */
const LOOKUP_FUNCTIONS = new Set(['VLOOKUP', 'HLOOKUP', 'LOOKUP', 'XLOOKUP', 'INDEX']);
const AGGREGATE_FUNCTIONS = new Set([
  'MAX',
  'MIN',
  'MAXIFS',
  'MINIFS',
  'MEDIAN',
  'AVERAGE',
  'LARGE',
  'SMALL',
]);

function referenceHint(node: Extract<Node, { kind: 'range' }>, { cells, here }: Environment) {
  const sheet = node.sheet === undefined ? here.sheet : cells.sheetNamed(node.sheet);
  if (sheet === undefined) return undefined;
  const format = cells.format(sheet, node.from.row ?? 0, node.from.column ?? 0);
  return format !== undefined && isDateFormat(format) ? format : undefined;
}

/** The implied format of a formula's result, so that results of date calculations are shown as dates. */
export function formatHint(node: Node, env: Environment): string | undefined {
  switch (node.kind) {
    case 'range':
      return referenceHint(node, env);
    case 'binary': {
      if (node.sign !== '+' && node.sign !== '-') return undefined;
      const [left, right] = [shallowHint(node.left, env), shallowHint(node.right, env)];
      // The difference of two dates is a number.
      if (left !== undefined && right !== undefined)
        return node.sign === '+' ? DAY_AND_TIME : undefined;
      return left ?? (node.sign === '+' ? right : undefined);
    }
    case 'call':
      return callHint(node, env);
    default:
      return undefined;
  }
}

/** Does not descend into nested operators, because formulas may be long. */
function shallowHint(node: Node, env: Environment): string | undefined {
  return node.kind === 'binary' ? undefined : formatHint(node, env);
}

function callHint({ name, args }: Extract<Node, { kind: 'call' }>, env: Environment) {
  const own = FUNCTION_FORMATS[name];
  if (own !== undefined) return own;
  if (LOOKUP_FUNCTIONS.has(name) && env.lastLookup) {
    const { sheet, row, column } = env.lastLookup;
    const format = env.cells.format(sheet, row, column);
    return format !== undefined && isDateFormat(format) ? format : undefined;
  }
  const [first, second, third] = args;
  if (AGGREGATE_FUNCTIONS.has(name) && first) return shallowHint(first, env);
  if (name === 'IF')
    return (second && shallowHint(second, env)) ?? (third && shallowHint(third, env));
  if (name === 'IFERROR' || name === 'IFNA') return first && shallowHint(first, env);
  return undefined;
}
