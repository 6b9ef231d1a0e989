/**
 * Why a connection to another server failed: the host name does not resolve, the port is closed, the server does not
 * respond, it does not support TLS, or its certificate is not trusted.
 */
export const connectionErrors = [
  'unknownHost',
  'closed',
  'unreachable',
  'noTls',
  'certificate',
] as const;
export type ConnectionError = (typeof connectionErrors)[number];
