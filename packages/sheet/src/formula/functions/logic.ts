import { MAX_ARGS, ofScalars, ofValues, type Definitions } from '../definition.ts';
import { eachValue, toScalar, type Environment } from '../environment.ts';
import {
  compare,
  ERROR_NAMES,
  fail,
  FormulaError,
  isMatrix,
  Range,
  toBoolean,
  toNumber,
  type Scalar,
  type Value,
} from '../values.ts';

/** The booleans in the arguments; texts in cells are skipped. */
function booleansIn(values: readonly Value[], env: Environment): boolean[] {
  const found: boolean[] = [];
  for (const value of values)
    eachValue(value, env, (scalar, isDirect) => {
      // oxlint-disable-next-line typescript/only-throw-error
      if (scalar instanceof FormulaError) throw scalar;
      if (isDirect ? scalar !== null : typeof scalar === 'number' || typeof scalar === 'boolean')
        found.push(toBoolean(scalar));
    });
  return found.length > 0 ? found : fail('#VALUE!');
}

const isError = (value: Scalar | undefined): value is FormulaError => value instanceof FormulaError;
const isNotFound = (value: Scalar | undefined) => isError(value) && value.name === '#N/A';
const truncated = (value: Scalar = null) => Math.trunc(toNumber(value));

/** The scalar value of an argument; returns errors instead of throwing them. */
function scalarOrError(value: Value, env: Environment): Scalar {
  try {
    return toScalar(value, env);
  } catch (error) {
    if (error instanceof FormulaError) return error;
    throw error;
  }
}

function typeOf(value: Value, env: Environment): number {
  if (isMatrix(value)) return 64;
  const scalar = toScalar(value, env);
  if (isError(scalar)) return 16;
  if (typeof scalar === 'boolean') return 4;
  return typeof scalar === 'string' ? 2 : 1;
}

function evaluateSwitch(args: readonly Value[], env: Environment): Value {
  const [subject = null, ...rest] = args;
  const subjectValue = toScalar(subject, env);
  for (let at = 0; at + 1 < rest.length; at += 2)
    if (compare(subjectValue, toScalar(rest[at] ?? null, env)) === 0) return rest[at + 1] ?? null;
  return rest.length % 2 === 1 ? (rest.at(-1) ?? null) : fail('#N/A');
}

function firstTrue(args: readonly Value[], env: Environment): Value {
  if (args.length % 2 === 1) return fail('#VALUE!');
  for (let at = 0; at < args.length; at += 2)
    if (toBoolean(toScalar(args[at] ?? null, env))) return args[at + 1] ?? null;
  return fail('#N/A');
}

export const LOGIC_FUNCTIONS: Definitions = {
  TRUE: ofScalars(0, 0, () => true),
  FALSE: ofScalars(0, 0, () => false),
  NA: ofScalars(0, 0, () => fail('#N/A')),
  NOT: ofScalars(1, 1, ([value = null]) => !toBoolean(value)),
  AND: ofValues(1, MAX_ARGS, (args, env) => booleansIn(args, env).every(Boolean)),
  OR: ofValues(1, MAX_ARGS, (args, env) => booleansIn(args, env).some(Boolean)),
  XOR: ofValues(1, MAX_ARGS, (args, env) => booleansIn(args, env).filter(Boolean).length % 2 === 1),
  IF: ofValues(1, 3, ([test = null, ...ways], env) => {
    if (toBoolean(toScalar(test, env))) return ways.length > 0 ? (ways[0] ?? null) : true;
    return ways.length > 1 ? (ways[1] ?? null) : false;
  }),
  IFERROR: ofValues(2, 2, ([value = null, instead = null], env) =>
    isError(scalarOrError(value, env)) ? instead : value,
  ),
  IFNA: ofValues(2, 2, ([value = null, instead = null], env) =>
    isNotFound(scalarOrError(value, env)) ? instead : value,
  ),
  IFS: ofValues(2, MAX_ARGS, firstTrue),
  SWITCH: ofValues(3, MAX_ARGS, evaluateSwitch),
  CHOOSE: ofValues(2, MAX_ARGS, ([at = null, ...choices], env) => {
    const index = truncated(toScalar(at, env));
    const chosen = choices[index - 1];
    return index < 1 || chosen === undefined ? fail('#VALUE!') : chosen;
  }),
  ISERROR: ofScalars(1, 1, ([value]) => isError(value)),
  ISERR: ofScalars(1, 1, ([value]) => isError(value) && value.name !== '#N/A'),
  ISNA: ofScalars(1, 1, ([value]) => isNotFound(value)),
  ISNUMBER: ofScalars(1, 1, ([value]) => typeof value === 'number'),
  ISTEXT: ofScalars(1, 1, ([value]) => typeof value === 'string'),
  ISNONTEXT: ofScalars(1, 1, ([value]) => typeof value !== 'string'),
  ISLOGICAL: ofScalars(1, 1, ([value]) => typeof value === 'boolean'),
  ISBLANK: ofScalars(1, 1, ([value]) => value === null),
  ISEVEN: ofScalars(1, 1, ([value]) => truncated(value) % 2 === 0),
  ISODD: ofScalars(1, 1, ([value]) => truncated(value) % 2 !== 0),
  ISREF: ofValues(1, 1, ([value]) => value instanceof Range),
  ISFORMULA: ofValues(1, 1, ([value], { cells }) =>
    value instanceof Range ? cells.isFormula(value.sheet, value.top, value.left) : fail('#VALUE!'),
  ),
  'ERROR.TYPE': ofScalars(1, 1, ([value]) =>
    isError(value) ? ERROR_NAMES.indexOf(value.name) + 1 : fail('#N/A'),
  ),
  N: ofScalars(1, 1, ([value = null]) => (typeof value === 'string' ? 0 : toNumber(value))),
  TYPE: ofValues(1, 1, ([value = null], env) => typeOf(value, env)),
};
