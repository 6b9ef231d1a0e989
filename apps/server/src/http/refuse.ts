import type { Envelope } from '@octavo/contract/envelope';
import { errors, httpStatus } from '@octavo/contract/errors';
import type { Language } from '@octavo/contract/entities';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import { StorageError } from '../storage-error.ts';
import { textIn } from '../texts.ts';

/** Codes of transient errors of PostgreSQL and of the network, after which the client may retry. */
const PASSING =
  /^(08|53|57|55P03|40001|40P01|ECONN|EHOST|ENET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE)/;

/** Errors of the database driver itself have no code. */
const PASSING_TEXT =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/;

export function isPassing(error: Partial<FastifyError>): boolean {
  return error.code === undefined
    ? PASSING_TEXT.test(error.message ?? '')
    : PASSING.test(error.code);
}

/** Converts any thrown value to an `AppError`. Unexpected errors are logged. */
function asRefusal(error: unknown): { refused: AppError; status?: number; fault: boolean } {
  if (error instanceof AppError) return { refused: error, fault: false };
  if (error instanceof StorageError) return { refused: new AppError('storageFailed'), fault: true };
  const thrown = error as Partial<FastifyError>;
  if (thrown.statusCode === 413) return { refused: new AppError('tooLarge'), fault: false };
  if (thrown.statusCode === 503 || isPassing(thrown))
    return { refused: new AppError('unavailable'), fault: thrown.statusCode !== 503 };
  // 4xx errors of Fastify, such as malformed JSON or an unknown media type.
  if (thrown.statusCode && thrown.statusCode >= 400 && thrown.statusCode < 500)
    return {
      refused: new AppError('invalidRequest', { field: 'body' }),
      status: thrown.statusCode,
      fault: false,
    };
  return { refused: new AppError('general', { request_id: '' }), status: 500, fault: true };
}

function message(language: Language, { refusal, values }: AppError, requestId: string): string {
  // The constructor of `AppError` checks at compile time that the values match the text.
  const key = `errors.${refusal}` as 'errors.general';
  return textIn(language, key, { ...values, request_id: requestId });
}

/** The only function that converts thrown values to error responses. */
export function refuse(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  language: Language,
): Envelope {
  const { refused, status, fault } = asRefusal(error);
  if (fault) request.log.error({ err: error }, 'unexpected fault');
  const httpCode = status ?? httpStatus(refused.refusal);
  reply.status(httpCode);
  if (httpCode === 429 || httpCode === 503) reply.header('retry-after', '5');
  const code = errors[refused.refusal].code;
  request.errorCode = code;
  return {
    error_code: code,
    error_message: message(language, refused, request.id),
    data: refused.data,
  };
}
