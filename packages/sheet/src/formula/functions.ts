import type { Definition } from './definition.ts';
import { DATE_FUNCTIONS } from './functions/date.ts';
import { DATABASE_FUNCTIONS } from './functions/database.ts';
import { DISTRIBUTION_FUNCTIONS } from './functions/distribution.ts';
import { LOGIC_FUNCTIONS } from './functions/logic.ts';
import { LOOKUP_FUNCTIONS } from './functions/lookup.ts';
import { MATH_FUNCTIONS } from './functions/math.ts';
import { MATRIX_FUNCTIONS } from './functions/matrix.ts';
import { REGRESSION_FUNCTIONS } from './functions/regression.ts';
import { STATISTICS_FUNCTIONS } from './functions/statistics.ts';
import { TEXT_FUNCTIONS } from './functions/text.ts';

/** The functions implemented here; all others are called in the library. */
export const FUNCTIONS: ReadonlyMap<string, Definition> = new Map(
  Object.entries({
    ...LOGIC_FUNCTIONS,
    ...TEXT_FUNCTIONS,
    ...MATH_FUNCTIONS,
    ...MATRIX_FUNCTIONS,
    ...DATABASE_FUNCTIONS,
    ...STATISTICS_FUNCTIONS,
    ...REGRESSION_FUNCTIONS,
    ...DISTRIBUTION_FUNCTIONS,
    ...LOOKUP_FUNCTIONS,
    ...DATE_FUNCTIONS,
  }),
);
