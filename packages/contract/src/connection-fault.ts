/**
 * Why another server could not be spoken with: nobody knows the host, nothing listens there, nobody answers, it does
 * not speak TLS, or its certificate is not trusted.
 */
export const connectionFaults = [
  'unknownHost',
  'closed',
  'unreachable',
  'noTls',
  'certificate',
] as const;
export type ConnectionFault = (typeof connectionFaults)[number];
