import { readerErrors } from '@octavo/contract/reader-errors';
import { BusinessError } from '../../../shared/api/call-error.ts';

/** The server does not find a row of the change: another user has moved or deleted it. */
export function isUnknownRow(error: unknown): boolean {
  return (
    error instanceof BusinessError &&
    error.code === readerErrors.notFound.code &&
    error.status < 500
  );
}
