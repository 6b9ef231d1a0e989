import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';

/** Fields that never reach a log, wherever they stand. */
const SECRET_FIELDS: ReadonlySet<string> = new Set([
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
  // PostgreSQL names the values of a refused row here.
  'detail',
]);

const DEEPEST = 5;

/**
 * A copy without secrets. The logger's own redaction by path takes a third of a whole small request;
 * one look at each field costs nothing that can be measured.
 */
function withoutSecrets(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Error) return value;
  // Dates and addresses write themselves.
  if ('toJSON' in value) return value;
  if (depth > DEEPEST) return '[deep]';
  if (Array.isArray(value)) return value.map((part) => withoutSecrets(part, depth + 1));
  const shown: Record<string, unknown> = {};
  for (const [field, content] of Object.entries(value))
    shown[field] = SECRET_FIELDS.has(field) ? '[hidden]' : withoutSecrets(content, depth + 1);
  return shown;
}

/** What a child logger says on each of its lines passes by serialisers alone. */
const hidden = Object.fromEntries(Array.from(SECRET_FIELDS, (field) => [field, () => '[hidden]']));

const WARN = 40;

/**
 * A write for each line took a tenth of a small request. Ordinary lines go out together, a moment later;
 * a warning, and whatever stands before it, at once.
 */
function standardOutput() {
  const stream = pino.destination({ dest: 1, minLength: 8192, periodicFlush: 100 });
  const flush = () => stream.flushSync();
  process.once('exit', flush);
  return { stream, flush };
}

export function createLogger(level: string, destination?: DestinationStream): Logger {
  const { stream, flush } = destination
    ? { stream: destination, flush: () => {} }
    : standardOutput();
  return pino(
    {
      level,
      hooks: {
        logMethod(args, method, lineLevel) {
          method.apply(this, args);
          if (lineLevel >= WARN) flush();
        },
      },
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        log: (fields) => withoutSecrets(fields) as Record<string, unknown>,
      },
      serializers: {
        ...hidden,
        err: (error: Error) => withoutSecrets(pino.stdSerializers.err(error)),
      },
    },
    stream,
  );
}
