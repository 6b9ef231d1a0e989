/** What went wrong, in words; a failed connection to a name with two addresses holds one per address. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}

/** The last word of a program that cannot go on, whatever it still holds open. */
export function fail(error: unknown): never {
  process.stderr.write(`octavo: ${reasonOf(error)}\n`);
  process.exit(1);
}
