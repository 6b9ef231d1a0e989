import { errors } from '@octavo/contract/errors';
import { BusinessError } from './call-error.ts';

/** The server rejected the request because of overload. Nothing was changed; the same request can succeed later. */
export function isOverloaded(error: unknown): boolean {
  return error instanceof BusinessError && error.code === errors.overloaded.code;
}
