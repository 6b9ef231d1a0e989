import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';

/** Fields that never reach a log, wherever they stand. */
const SECRET_FIELDS = [
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'new_password',
  'confirm_password',
  'token',
  'user_token',
  'api_key',
  'api_token',
  'lock_token',
  'unique_key',
  'v_code',
  'secret',
  'secretKey',
  'bind_password',
  'client_secret',
  'key',
  'page_content',
  'email',
];

export function createLogger(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: SECRET_FIELDS.flatMap((field) => [
          `["${field}"]`,
          `*["${field}"]`,
          `*.*["${field}"]`,
        ]),
        censor: '[hidden]',
      },
    },
    destination ?? pino.destination(1),
  );
}
