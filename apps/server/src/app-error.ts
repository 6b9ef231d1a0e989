import type { ErrorName } from '@octavo/contract/errors';
import type { TextValues } from '@octavo/texts/translate';

/** An expected error. `toErrorResponse` maps every other thrown value to a code, by default "general". */
export class AppError<N extends ErrorName = ErrorName> extends Error {
  readonly errorName: ErrorName;
  readonly values: Readonly<Record<string, string | number>>;
  /** Details the client needs to continue, such as the conflicting text or the holder of the lock. */
  readonly data: unknown;

  constructor(
    errorName: N,
    ...[values, data]: TextValues<`errors.${N}`> extends []
      ? [values?: undefined, data?: unknown]
      : [...TextValues<`errors.${N}`>, data?: unknown]
  ) {
    super(errorName);
    this.errorName = errorName;
    this.values = { ...(values as Readonly<Record<string, string | number>> | undefined) };
    this.data = data ?? null;
  }
}
