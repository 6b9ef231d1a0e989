import type { Environment } from './environment.ts';
import type { Scalar, Value } from './values.ts';

type ScalarCall = (args: readonly Scalar[], env: Environment) => Scalar;
type ValueCall = (args: readonly Value[], env: Environment) => Value;

/** A formula function, with the minimum and maximum number of its arguments. */
export type Definition = {
  readonly least: number;
  readonly most: number;
  /** Whether operators in its arguments work on whole areas. */
  readonly isArray: boolean;
} & (
  | { readonly kind: 'scalars'; readonly call: ScalarCall }
  | { readonly kind: 'values'; readonly call: ValueCall }
);

export type Definitions = Readonly<Record<string, Definition>>;

export const MANY = 255;

/** Defines a function of scalar arguments. */
export function ofScalars(least: number, most: number, call: ScalarCall): Definition {
  return { kind: 'scalars', least, most, isArray: false, call };
}

/** Defines a function that receives areas as they are. */
export function ofValues(least: number, most: number, call: ValueCall): Definition {
  return { kind: 'values', least, most, isArray: false, call };
}

/** Defines a function that receives areas, with operators on whole areas in its arguments. */
export function ofArrays(least: number, most: number, call: ValueCall): Definition {
  return { kind: 'values', least, most, isArray: true, call };
}
