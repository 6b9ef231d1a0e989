/** The message of an error. A failed connection to a host with several addresses has one error per address. */
export function errorMessage(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(errorMessage).join('; ');
  return error instanceof Error ? error.message : String(error);
}

/** Error messages may contain connection URLs with passwords. */
export function redactPasswords(message: string): string {
  return message.replaceAll(/\/\/[^/\s@]*@/g, '//');
}

/** For `promise.catch`: prefixes the message with the name of the environment variable to correct. */
export function withVariableName(variable: string): (error: unknown) => never {
  return (error) => {
    throw new Error(`${variable}: ${errorMessage(error)}`, { cause: error });
  };
}

/** Prints the error and exits with code 1, even if handles are still open. */
export function exitWithError(error: unknown): never {
  process.stderr.write(`octavo: ${errorMessage(error)}\n`);
  process.exit(1);
}
