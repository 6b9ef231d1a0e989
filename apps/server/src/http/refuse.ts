import type { Envelope } from '@octavo/contract/envelope';
import { errors, httpStatus } from '@octavo/contract/errors';
import type { Language } from '@octavo/contract/entities';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import { StorageError } from '../storage-error.ts';
import { textIn } from '../texts.ts';

/** Faults of an engine that time heals: the client may try again. */
const PASSING =
  /^(08|53|57|55P03|40001|40P01|ECONN|EHOST|ENET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE)/;

/** The database driver's own faults have no code. */
const PASSING_TEXT =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/;

export function isPassing(error: Partial<FastifyError>): boolean {
  return error.code === undefined
    ? PASSING_TEXT.test(error.message ?? '')
    : PASSING.test(error.code);
}

/** Reads any thrown thing as a refusal, and tells whether it was a fault of ours. */
function asRefusal(error: unknown): { refused: AppError; status?: number; fault: boolean } {
  if (error instanceof AppError) return { refused: error, fault: false };
  if (error instanceof StorageError) return { refused: new AppError('storageFailed'), fault: true };
  const thrown = error as Partial<FastifyError>;
  if (thrown.statusCode === 413) return { refused: new AppError('tooLarge'), fault: false };
  if (thrown.statusCode === 503 || isPassing(thrown))
    return { refused: new AppError('unavailable'), fault: thrown.statusCode !== 503 };
  // The framework's own 4xx: a body that is no JSON, an unknown media type.
  if (thrown.statusCode && thrown.statusCode >= 400 && thrown.statusCode < 500)
    return {
      refused: new AppError('invalidRequest', { field: 'body' }),
      status: thrown.statusCode,
      fault: false,
    };
  return { refused: new AppError('general', { request_id: '' }), status: 500, fault: true };
}

function message(language: Language, { refusal, values }: AppError, requestId: string): string {
  // AppError's constructor has checked that the values fit the text.
  const key = `errors.${refusal}` as 'errors.general';
  return textIn(language, key, { ...values, request_id: requestId });
}

/** The one place where a thrown thing becomes an answer. */
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
