import { spend } from './budget.ts';
import { isOrdered } from './criteria.ts';
import { toMatrix, toScalar, type Environment } from './environment.ts';
import { FUNCTIONS } from './functions.ts';
import { callLibrary } from './library.ts';
import type { Node, ReferenceEnd } from './parse.ts';
import {
  boundedText,
  compare,
  errorOf,
  fail,
  FormulaError,
  isMatrix,
  MAX_COLUMNS,
  MAX_ROWS,
  Range,
  round15,
  toNumber,
  toText,
  type Matrix,
  type Scalar,
  type Value,
} from './values.ts';

/** `isArray`: operators work on whole areas, as in the arguments of some functions. */
interface Scope {
  readonly env: Environment;
  readonly isArray: boolean;
  readonly names: ReadonlyMap<string, Value>;
}

const finite = (value: number) => (Number.isFinite(value) ? value : fail('#NUM!'));

/** A sum that is negligible compared to its operands becomes 0: 0.3-0.1-0.2 is 0. */
function addRounded(a: number, b: number): number {
  const sum = a + b;
  return Math.abs(sum) < Math.max(Math.abs(a), Math.abs(b)) * 2 ** -48 ? 0 : sum;
}

function power(base: number, exponent: number): number {
  if (base === 0 && exponent < 0) return fail('#DIV/0!');
  const result = base ** exponent;
  return Number.isNaN(result) ? fail('#NUM!') : finite(result);
}

function operate(sign: string, left: Scalar, right: Scalar): Scalar {
  switch (sign) {
    case '+':
      return finite(addRounded(toNumber(left), toNumber(right)));
    case '-':
      return finite(addRounded(toNumber(left), -toNumber(right)));
    case '*':
      return finite(toNumber(left) * toNumber(right));
    case '/': {
      const [dividend, divisor] = [toNumber(left), toNumber(right)];
      return divisor === 0 ? fail('#DIV/0!') : finite(dividend / divisor);
    }
    case '^':
      return power(toNumber(left), toNumber(right));
    case '&':
      return boundedText(toText(left) + toText(right));
    default:
      return isOrdered(sign, compare(left, right));
  }
}

/** Returns a thrown formula error as a value. */
function attempt<T>(work: () => T): T | FormulaError {
  try {
    return work();
  } catch (error) {
    if (error instanceof FormulaError) return error;
    throw error;
  }
}

const isArea = (value: Value) => isMatrix(value) || value instanceof Range;

/** Applies a scalar function to whole areas; a single row, column or value is repeated. */
function broadcast(
  values: readonly Value[],
  env: Environment,
  apply: (scalars: readonly Scalar[]) => Scalar,
): Matrix {
  const matrices = values.map((value) => toMatrix(value, env));
  const rows = Math.max(...matrices.map(({ length }) => length));
  const columns = Math.max(...matrices.map((matrix) => matrix[0]?.length ?? 0));
  spend(rows * columns);
  const at = (matrix: Matrix, row: number, column: number): Scalar => {
    const line = matrix[matrix.length === 1 ? 0 : row];
    const cell = line?.[line.length === 1 ? 0 : column];
    return cell === undefined ? errorOf('#N/A') : cell;
  };
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (__, column) =>
      attempt(() => apply(matrices.map((matrix) => at(matrix, row, column)))),
    ),
  );
}

/** Calls a scalar function, element by element where operators work on areas. */
function callScalars(
  values: readonly Value[],
  { env, isArray }: Scope,
  apply: (scalars: readonly Scalar[]) => Scalar,
): Value {
  if (isArray && values.some(isArea)) return broadcast(values, env, apply);
  return apply(values.map((value) => toScalar(value, env)));
}

function rangeOf(node: Extract<Node, { kind: 'range' }>, { env: { cells, here } }: Scope): Range {
  const sheet = node.sheet === undefined ? here.sheet : cells.sheetNamed(node.sheet);
  if (sheet === undefined) return fail('#REF!');
  const first = ({ row, column }: ReferenceEnd) => [row ?? 0, column ?? 0] as const;
  const last = ({ row, column }: ReferenceEnd) =>
    [row ?? MAX_ROWS - 1, column ?? MAX_COLUMNS - 1] as const;
  return new Range(sheet, ...first(node.from), ...last(node.to));
}

function between(left: Value, right: Value): Range {
  if (!(left instanceof Range && right instanceof Range) || left.sheet !== right.sheet)
    return fail('#REF!');
  return new Range(
    left.sheet,
    Math.min(left.top, right.top),
    Math.min(left.left, right.left),
    Math.max(left.bottom, right.bottom),
    Math.max(left.right, right.right),
  );
}

/** Long sums are left-deep trees; they are evaluated in a loop instead of by recursion. */
function evaluateBinary(node: Extract<Node, { kind: 'binary' }>, scope: Scope): Value {
  const spine: (typeof node)[] = [];
  let first: Node = node;
  while (first.kind === 'binary') {
    spine.push(first);
    first = first.left;
  }
  let result = evaluateSafely(first, scope);
  for (const { sign, right: rightNode } of spine.toReversed()) {
    const right = evaluateSafely(rightNode, scope);
    const left = result;
    result = attempt(() =>
      sign === ':'
        ? between(left, right)
        : callScalars([left, right], scope, ([a = null, b = null]) => operate(sign, a, b)),
    );
  }
  return result;
}

function evaluateLet(args: readonly Node[], scope: Scope): Value {
  if (args.length < 3 || args.length % 2 === 0) return fail('#VALUE!');
  const names = new Map(scope.names);
  for (let at = 0; at + 1 < args.length; at += 2) {
    const [name, value] = [args[at], args[at + 1]];
    if (name?.kind !== 'name' || !value) return fail('#NAME?');
    names.set(name.name, evaluateSafely(value, { ...scope, names }));
  }
  const last = args.at(-1);
  return last ? evaluate(last, { ...scope, names }) : fail('#VALUE!');
}

function evaluateCall({ name, args }: Extract<Node, { kind: 'call' }>, scope: Scope): Value {
  if (name === 'LET') return evaluateLet(args, scope);
  const found = FUNCTIONS.get(name);
  const isArray = scope.isArray || found?.isArray === true;
  const values = args.map((arg) => evaluateSafely(arg, { ...scope, isArray }));
  if (!found) return callLibrary(name, values, scope.env);
  if (args.length < found.minArgs || args.length > found.maxArgs) return fail('#VALUE!');
  if (found.kind === 'values') return found.call(values, scope.env);
  return callScalars(values, { ...scope, isArray }, (scalars) => found.call(scalars, scope.env));
}

function evaluate(node: Node, scope: Scope): Value {
  spend(1);
  switch (node.kind) {
    case 'value':
      return node.value;
    case 'error':
      return errorOf(node.name);
    case 'range':
      return rangeOf(node, scope);
    case 'name':
      return scope.names.get(node.name) ?? fail('#NAME?');
    case 'array':
      return node.rows.map((row) =>
        row.map((cell) => toScalar(evaluateSafely(cell, scope), scope.env)),
      );
    case 'unary': {
      const { sign } = node;
      const value = evaluateSafely(node.of, scope);
      return callScalars([value], scope, ([of = null]) => {
        if (sign === '+') return of;
        return sign === '-' ? -toNumber(of) : toNumber(of) / 100;
      });
    }
    case 'binary':
      return evaluateBinary(node, scope);
    default:
      return evaluateCall(node, scope);
  }
}

function evaluateSafely(node: Node, scope: Scope): Value {
  return attempt(() => evaluate(node, scope));
}

/** The scalar result of a formula. A reference to an empty cell gives 0. */
export function resultOf(node: Node, env: Environment): Exclude<Scalar, null> {
  const scope = { env, isArray: false, names: new Map<string, Value>() };
  const value = attempt(() => toScalar(evaluateSafely(node, scope), env)) ?? 0;
  return typeof value === 'number' ? round15(value) : value;
}
