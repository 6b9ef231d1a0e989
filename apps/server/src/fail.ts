/** What went wrong, in words; a failed connection to a name with two addresses holds one per address. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}

/** Addresses of engines may hold one, and what failed there names its address. */
export function withoutPasswords(reason: string): string {
  return reason.replaceAll(/\/\/[^/\s@]*@/g, '//');
}

/** For whoever waits on what a variable of the environment names: its fault says where to mend it. */
export function blame(variable: string): (error: unknown) => never {
  return (error) => {
    throw new Error(`${variable}: ${reasonOf(error)}`, { cause: error });
  };
}

/** The last word of a program that cannot go on, whatever it still holds open. */
export function fail(error: unknown): never {
  process.stderr.write(`octavo: ${reasonOf(error)}\n`);
  process.exit(1);
}
