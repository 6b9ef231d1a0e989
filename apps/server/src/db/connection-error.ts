/** Codes of the network, and of a server that shuts down or has no free connection. */
const CODES = /^(08|53300|57P|ECONN|EHOST|ENET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE)/;

/** Errors of the database driver itself have no code. */
const MESSAGES =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/;

/** True if the statement may succeed on another connection or on another server. */
export function isConnectionError(error: {
  code?: string | undefined;
  message?: string | undefined;
}): boolean {
  return error.code === undefined ? MESSAGES.test(error.message ?? '') : CODES.test(error.code);
}
