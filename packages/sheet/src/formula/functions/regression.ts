import { spend } from '../budget.ts';
import { ofArrays, type Definition, type Definitions } from '../definition.ts';
import { toMatrix, toScalar, type Environment } from '../environment.ts';
import { errorOf, fail, toBoolean, type Matrix, type Value } from '../values.ts';
import { eliminate, numbersOf } from './matrix.ts';
import { finite, mean, sum } from './numeric.ts';

/** The layout of the known values: each variable is the whole area, a column or a row of it. */
type Layout = 'area' | 'columns' | 'rows';

interface KnownValues {
  readonly ys: readonly number[];
  /** The values of each variable, in the order of `ys`. */
  readonly variables: readonly (readonly number[])[];
  readonly layout: Layout;
}

const columnsOf = (rows: readonly (readonly number[])[]) =>
  (rows[0] ?? []).map((_, at) => rows.map((row) => row[at] ?? 0));

function layoutOf(ys: readonly number[][], xs: readonly number[][]): Layout {
  const [height, width] = [ys.length, ys[0]?.length ?? 0];
  if (xs.length === height && xs[0]?.length === width) return 'area';
  if (width === 1 && xs.length === height) return 'columns';
  if (height === 1 && xs[0]?.length === width) return 'rows';
  return fail('#REF!');
}

const variablesOf = (xs: readonly number[][], layout: Layout) => {
  if (layout === 'area') return [xs.flat()];
  return layout === 'columns' ? columnsOf(xs) : xs;
};

function parseKnownValues(
  y: Value,
  x: Value,
  isLogarithmic: boolean,
  env: Environment,
): KnownValues {
  const rows = numbersOf(y, env);
  const ys = rows.flat();
  if (isLogarithmic && ys.some((value) => value <= 0)) return fail('#NUM!');
  const xs =
    x === null
      ? rows.map((row, at) => row.map((_, k) => at * row.length + k + 1))
      : numbersOf(x, env);
  const layout = layoutOf(rows, xs);
  return { ys: isLogarithmic ? ys.map(Math.log) : ys, variables: variablesOf(xs, layout), layout };
}

/** Least squares. Without an intercept, the plane passes through the origin. */
function fit({ ys, variables }: KnownValues, hasIntercept: boolean) {
  const count = ys.length;
  const size = variables.length;
  const freedom = count - size - Number(hasIntercept);
  if (freedom < 0) return fail('#VALUE!');
  spend(count * size * size);
  const center = (values: readonly number[]) => (hasIntercept ? mean(values) : 0);
  const meanY = center(ys);
  const means = variables.map(center);
  const about = variables.map((values, at) => values.map((value) => value - (means[at] ?? 0)));
  const product = (a: readonly number[], b: readonly number[]) =>
    sum(a.map((value, at) => value * (b[at] ?? 0)));
  const aboutY = ys.map((value) => value - meanY);
  // Elimination turns the appended unit matrix into the inverse of the product matrix.
  const rows = about.map((values, at) => [
    ...about.map((others) => product(values, others)),
    ...about.map((_, other) => Number(other === at)),
  ]);
  if (eliminate(rows) === 0) return fail('#NUM!');
  const inverse = rows.map((row) => row.slice(size));
  const right = about.map((values) => product(values, aboutY));
  const slopes = inverse.map((row) => product(row, right));
  const intercept = hasIntercept ? meanY - product(slopes, means) : 0;
  const fitted = aboutY.map((_, at) => sum(slopes.map((by, of) => by * (about[of]?.[at] ?? 0))));
  const residual = sum(aboutY.map((value, at) => (value - (fitted[at] ?? 0)) ** 2));
  const explained = product(fitted, fitted);
  return { count, freedom, means, inverse, slopes, intercept, residual, explained };
}

type Fit = ReturnType<typeof fit>;

/** The four rows below the coefficients: standard errors, goodness of fit, F statistic and sums of squares. */
function statistics(found: Fit, hasIntercept: boolean): Matrix {
  const { count, freedom, inverse, means, slopes, residual, explained } = found;
  const none = errorOf('#N/A');
  const isExact = freedom === 0 || residual === 0 || explained === 0;
  const error = isExact ? 0 : Math.sqrt(residual / freedom);
  const spread = sum(
    inverse.flatMap((row, a) => row.map((value, b) => (means[a] ?? 0) * value * (means[b] ?? 0))),
  );
  const errors = inverse.map((row, at) => error * Math.sqrt(row[at] ?? 0)).toReversed();
  const ofIntercept = hasIntercept ? error * Math.sqrt(1 / count + spread) : none;
  const test = isExact ? none : explained / slopes.length / (residual / freedom);
  const rest = slopes.slice(1).map(() => none);
  return [
    [...errors, ofIntercept],
    [isExact ? 1 : explained / (explained + residual), error, ...rest],
    [test, freedom, ...rest],
    [explained, isExact ? 0 : residual, ...rest],
  ];
}

const toFlag = (value: Value, env: Environment, missing: boolean) =>
  value === null ? missing : toBoolean(toScalar(value, env));

/** The coefficients of a line or curve, in reverse order of the variables. */
const factors = (isLogarithmic: boolean): Definition =>
  ofArrays(1, 4, ([y = null, x = null, constant = null, more = null], env) => {
    const hasIntercept = toFlag(constant, env, true);
    const found = fit(parseKnownValues(y, x, isLogarithmic, env), hasIntercept);
    const line = [...found.slopes.toReversed(), found.intercept];
    const first = isLogarithmic ? line.map((value) => finite(Math.exp(value))) : line;
    return toFlag(more, env, false) ? [first, ...statistics(found, hasIntercept)] : [first];
  });

/** The values of the line or curve at other points. */
const values = (isLogarithmic: boolean): Definition =>
  ofArrays(1, 4, ([y = null, x = null, places = null, constant = null], env) => {
    const known = parseKnownValues(y, x, isLogarithmic, env);
    const { slopes, intercept } = fit(known, toFlag(constant, env, true));
    const at = (place: readonly number[]) => {
      const value = intercept + sum(slopes.map((by, of) => by * (place[of] ?? 0)));
      return finite(isLogarithmic ? Math.exp(value) : value);
    };
    const asked = places ?? x;
    if (asked === null) {
      const rows = toMatrix(y, env);
      return rows.map((row, top) => row.map((_, left) => at([top * row.length + left + 1])));
    }
    const rows = numbersOf(asked, env);
    if (known.layout === 'area') return rows.map((row) => row.map((value) => at([value])));
    const isByColumns = known.layout === 'columns';
    const list = isByColumns ? rows : columnsOf(rows);
    if (list.some(({ length }) => length !== slopes.length)) return fail('#VALUE!');
    return isByColumns ? list.map((place) => [at(place)]) : [list.map(at)];
  });

export const REGRESSION_FUNCTIONS: Definitions = {
  LINEST: factors(false),
  LOGEST: factors(true),
  TREND: values(false),
  GROWTH: values(true),
};
