import * as formulajs from '@formulajs/formulajs';
import { spend } from './budget.ts';
import { toMatrix, toScalar, type Environment } from './environment.ts';
import {
  boundedText,
  errorOf,
  ERROR_NAMES,
  fail,
  FormulaError,
  isMatrix,
  Range,
  toNumber,
  toText,
  type Scalar,
  type Value,
} from './values.ts';

/** Library functions whose run time depends on the size of the arguments, not on the numbers in them. */
const DIRECT_NAMES = `ACOT ACOTH ARABIC BETAINV BETA.DIST BETA.INV BIN2DEC BIN2HEX BIN2OCT BITLSHIFT BITRSHIFT
  CHISQ.DIST CHISQ.DIST.RT CHISQ.INV CHISQ.INV.RT COMPLEX CONFIDENCE.NORM CONFIDENCE.T CONVERT COTH CSC
  CSCH DEC2BIN DEC2HEX DEC2OCT DECIMAL DOLLARDE DOLLARFR EFFECT ERF ERFC EXPONDIST EXPON.DIST F.DIST
  F.DIST.RT F.INV F.INV.RT FTEST FISHER FISHERINV FREQUENCY FV FVSCHEDULE GAMMA GAMMADIST GAMMAINV
  GAMMA.DIST GAMMA.INV GAMMALN GAUSS HEX2BIN HEX2DEC HEX2OCT IMABS IMAGINARY IMARGUMENT IMCONJUGATE IMCOS
  IMCOSH IMCOT IMCSC IMCSCH IMDIV IMEXP IMLN IMLOG10 IMLOG2 IMPOWER IMPRODUCT IMREAL IMSEC IMSECH IMSIN
  IMSINH IMSQRT IMSUB IMSUM IMTAN IPMT IRR ISPMT LOGINV LOGNORM.DIST LOGNORM.INV MIRR NOMINAL NORMDIST
  NORMINV NORMSINV NORM.DIST NORM.INV NORM.S.DIST NORM.S.INV NPER NPV OCT2BIN OCT2DEC OCT2HEX PDURATION
  PERCENTRANK.EXC PERMUTATIONA PHI PMT PPMT PROB PV RATE RRI SEC SECH SLN STEYX SYD T.DIST.2T
  T.DIST.RT T.INV T.INV.2T TDIST TTEST WEIBULL.DIST XIRR XNPV ZTEST`;

/** Functions whose number of iterations is given by these arguments. */
const LOOPING: Readonly<Record<string, readonly number[]>> = {
  BASE: [2],
  BINOMDIST: [0, 1],
  'BINOM.DIST': [0, 1],
  'BINOM.INV': [0],
  CRITBINOM: [0],
  CUMIPMT: [1, 3, 4],
  CUMPRINC: [1, 3, 4],
  DB: [2, 3],
  DDB: [2, 3],
  HYPGEOMDIST: [0, 1, 2, 3],
  'HYPGEOM.DIST': [0, 1, 2, 3],
  NEGBINOMDIST: [0, 1],
  'NEGBINOM.DIST': [0, 1],
  'POISSON.DIST': [0],
  ROMAN: [0],
};

/** Legacy function names with the current name and its additional arguments. */
const LEGACY_NAMES: Readonly<Record<string, readonly [name: string, ...more: boolean[]]>> = {
  BETADIST: ['BETA.DIST', true],
  CHIDIST: ['CHISQ.DIST.RT'],
  CHIINV: ['CHISQ.INV.RT'],
  CONFIDENCE: ['CONFIDENCE.NORM'],
  FDIST: ['F.DIST.RT'],
  FINV: ['F.INV.RT'],
  LOGNORMDIST: ['LOGNORM.DIST', true],
  NORMSDIST: ['NORM.S.DIST', true],
  POISSON: ['POISSON.DIST'],
  TINV: ['T.INV.2T'],
  WEIBULL: ['WEIBULL.DIST'],
};
/** Functions for which the library returns hexadecimal digits in lower case. */
const UPPERCASE_RESULTS = new Set(['BASE', 'BIN2HEX', 'DEC2HEX', 'OCT2HEX']);

const namesIn = (list: string) => new Set(list.trim().split(/\s+/));
const direct = namesIn(DIRECT_NAMES);

const MAX_LOOPS = 10_000;
const MAX_CELLS = 20_000;
/** About the cost of the slowest function, in steps. */
const STEPS_PER_CALL = 100;

function find(name: string): ((...args: unknown[]) => unknown) | undefined {
  let found: unknown = formulajs;
  for (const part of name.split('.'))
    found = (found as Readonly<Record<string, unknown>> | undefined)?.[part];
  return typeof found === 'function' ? (found as (...args: unknown[]) => unknown) : undefined;
}

function assertNoError(value: Scalar): Exclude<Scalar, FormulaError> {
  // oxlint-disable-next-line typescript/only-throw-error
  if (value instanceof FormulaError) throw value;
  return value;
}

/** Converts a value for the library; an area of one cell becomes a scalar. */
function argument(value: Value, env: Environment): unknown {
  if (!isMatrix(value) && !(value instanceof Range)) return assertNoError(value);
  if (value instanceof Range && value.rows === 1 && value.columns === 1)
    return assertNoError(toMatrix(value, env)[0]?.[0] ?? null);
  const matrix = toMatrix(value, env).map((row) => row.map(assertNoError));
  if (matrix.length * (matrix[0]?.length ?? 0) > MAX_CELLS) return fail('#VALUE!');
  return matrix;
}

/** Factor and offset of temperature scales relative to Kelvin. */
const SCALES: Readonly<Record<string, readonly [factor: number, zero: number]>> = {
  K: [1, 0],
  kel: [1, 0],
  C: [1, 273.15],
  cel: [1, 273.15],
  F: [5 / 9, 459.67 * (5 / 9)],
  fah: [5 / 9, 459.67 * (5 / 9)],
};

function convertTemperature(args: readonly Scalar[]): number | undefined {
  const [value = null, from = null, to = null] = args;
  const [source, target] = [SCALES[toText(from)], SCALES[toText(to)]];
  if (!source || !target) return undefined;
  return (toNumber(value) * source[0] + source[1] - target[1]) / target[0];
}

function scalarOf(result: unknown): Scalar {
  if (typeof result === 'number') return Number.isFinite(result) ? result : fail('#NUM!');
  if (typeof result === 'string') return boundedText(result);
  if (typeof result === 'boolean') return result;
  if (result instanceof Error)
    return errorOf(ERROR_NAMES.find((name) => name === result.message) ?? '#VALUE!');
  return fail('#VALUE!');
}

function valueOf(result: unknown): Value {
  if (!Array.isArray(result)) return scalarOf(result);
  const rows = result as readonly unknown[];
  return rows.map((row) => (Array.isArray(row) ? row.map(scalarOf) : [scalarOf(row)]));
}

/** Calls rarely used functions (engineering, finance, distributions) of formulajs. */
export function callLibrary(name: string, values: readonly Value[], env: Environment): Value {
  const [actual, ...more] = LEGACY_NAMES[name] ?? [name];
  const loops = LOOPING[actual];
  const call = direct.has(actual) || loops ? find(actual) : undefined;
  if (!call) return fail('#NAME?');
  spend(STEPS_PER_CALL);
  if (name === 'CONVERT') {
    const degrees = convertTemperature(values.map((value) => toScalar(value, env)));
    if (degrees !== undefined) return degrees;
  }
  const args = values.map((value) => argument(value, env));
  if (loops) {
    if (loops.some((at) => !(Math.abs(Number(args[at] ?? 0)) <= MAX_LOOPS))) return fail('#NUM!');
    spend(MAX_LOOPS >> 4);
  }
  let result: unknown;
  try {
    result = call(...args, ...more);
  } catch {
    // The library throws on unsupported arguments.
    return fail('#VALUE!');
  }
  if (UPPERCASE_RESULTS.has(actual) && typeof result === 'string') return result.toUpperCase();
  return valueOf(result);
}
