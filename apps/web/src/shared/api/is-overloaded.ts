import { errors } from '@octavo/contract/errors';
import { BusinessError } from './call-error.ts';

/** The server sheds load: nothing was done, and the same request succeeds later. */
export function isOverloaded(error: unknown): boolean {
  return error instanceof BusinessError && error.code === errors.overloaded.code;
}
