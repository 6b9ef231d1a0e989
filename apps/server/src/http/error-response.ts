import type { Envelope } from '@octavo/contract/envelope';
import { errors, httpStatus } from '@octavo/contract/errors';
import type { Language } from '@octavo/contract/entities';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import { isConnectionError } from '../db/connection-error.ts';
import { StorageError } from '../storage-error.ts';
import { translateError } from '../texts.ts';

/** Codes of errors of PostgreSQL after which the client may retry, besides those of a failed connection. */
const TRANSIENT_CODES = /^(53|57|55P03|40001|40P01)/;

export function isTransient(error: Partial<FastifyError>): boolean {
  return isConnectionError(error) || TRANSIENT_CODES.test(error.code ?? '');
}

/** Converts any thrown value to an `AppError`. Unexpected errors are logged. */
function toAppError(error: unknown): {
  appError: AppError;
  status?: number;
  isUnexpected: boolean;
} {
  if (error instanceof AppError) return { appError: error, isUnexpected: false };
  if (error instanceof StorageError)
    return { appError: new AppError('storageFailed'), isUnexpected: true };
  const thrown = error as Partial<FastifyError>;
  if (thrown.statusCode === 413) return { appError: new AppError('tooLarge'), isUnexpected: false };
  if (thrown.statusCode === 503 || isTransient(thrown))
    return { appError: new AppError('unavailable'), isUnexpected: thrown.statusCode !== 503 };
  // 4xx errors of Fastify, such as malformed JSON or an unknown media type.
  if (thrown.statusCode && thrown.statusCode >= 400 && thrown.statusCode < 500)
    return {
      appError: new AppError('invalidRequest', { field: 'body' }),
      status: thrown.statusCode,
      isUnexpected: false,
    };
  return { appError: new AppError('general', { request_id: '' }), status: 500, isUnexpected: true };
}

/** The only function that converts thrown values to error responses. */
export function toErrorResponse(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  language: Language,
): Envelope {
  const { appError, status, isUnexpected } = toAppError(error);
  if (isUnexpected) request.log.error({ err: error }, 'unexpected error');
  const httpCode = status ?? httpStatus(appError.errorName);
  reply.status(httpCode);
  if (httpCode === 429 || httpCode === 503) reply.header('retry-after', '5');
  const code = errors[appError.errorName].code;
  request.errorCode = code;
  request.errorName = appError.errorName;
  return {
    error_code: code,
    error_message: translateError(language, appError, { request_id: request.id }),
    data: appError.data,
  };
}
