import type { Environment } from './environment.ts';
import type { Scalar, Value } from './values.ts';

type ScalarCall = (args: readonly Scalar[], env: Environment) => Scalar;
type ValueCall = (args: readonly Value[], env: Environment) => Value;

/** A formula function, with the minimum and maximum number of its arguments. */
export type Definition = {
  readonly minArgs: number;
  readonly maxArgs: number;
  /** Whether operators in its arguments work on whole areas. */
  readonly isArray: boolean;
} & (
  | { readonly kind: 'scalars'; readonly call: ScalarCall }
  | { readonly kind: 'values'; readonly call: ValueCall }
);

export type Definitions = Readonly<Record<string, Definition>>;

export const MAX_ARGS = 255;

/** Defines a function of scalar arguments. */
export function ofScalars(minArgs: number, maxArgs: number, call: ScalarCall): Definition {
  return { kind: 'scalars', minArgs, maxArgs, isArray: false, call };
}

/** Defines a function that receives areas as they are. */
export function ofValues(minArgs: number, maxArgs: number, call: ValueCall): Definition {
  return { kind: 'values', minArgs, maxArgs, isArray: false, call };
}

/** Defines a function that receives areas, with operators on whole areas in its arguments. */
export function ofArrays(minArgs: number, maxArgs: number, call: ValueCall): Definition {
  return { kind: 'values', minArgs, maxArgs, isArray: true, call };
}
