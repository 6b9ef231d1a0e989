import type { ErrorName } from '@octavo/contract/errors';
import type { TextValues } from '@octavo/texts/translate';

/** Expected refusals. Everything else that is thrown is a fault of ours and answers "general". */
export class AppError<N extends ErrorName = ErrorName> extends Error {
  readonly refusal: ErrorName;
  readonly values: Readonly<Record<string, string | number>>;
  /** Facts the client needs to go on: the conflicting text, the lock's holder. */
  readonly data: unknown;

  constructor(
    refusal: N,
    ...[values, data]: TextValues<`errors.${N}`> extends []
      ? [values?: undefined, data?: unknown]
      : [...TextValues<`errors.${N}`>, data?: unknown]
  ) {
    super(refusal);
    this.refusal = refusal;
    this.values = { ...(values as Readonly<Record<string, string | number>> | undefined) };
    this.data = data ?? null;
  }
}
