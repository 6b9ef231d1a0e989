import type { ConfirmationInput, ConfirmationNeeded } from '@octavo/contract/confirmation';
import type { Call } from '@octavo/contract/define-call';
import { BusinessError } from '../api/call-error.ts';

/** A call that the server runs only after the user has confirmed who they are. */
export interface PendingConfirmation extends ConfirmationNeeded {
  readonly id: number;
  /** Sends the call again with the confirmation. */
  readonly send: (confirmation: ConfirmationInput) => Promise<unknown>;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** The user closed the dialog: nothing was changed, and there is nothing to show. */
export class ConfirmationCancelled extends Error {
  override readonly name = 'ConfirmationCancelled';
}

let pending: PendingConfirmation | undefined;
let lastId = 0;
const listeners = new Set<() => void>();

function setPending(next: PendingConfirmation | undefined): void {
  pending = next;
  for (const listener of listeners) listener();
}

export const pendingConfirmation = () => pending;
/** The dialog of this confirmation has closed; another one may be open already. */
export function clearConfirmation(closed: PendingConfirmation): void {
  if (pending === closed) setPending(undefined);
}

export function subscribeConfirmation(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function neededBy(error: unknown): ConfirmationNeeded | undefined {
  const data = error instanceof BusinessError ? error.data : undefined;
  return typeof data === 'object' && data !== null && 'methods' in data
    ? (data as ConfirmationNeeded)
    : undefined;
}

/** The fields of a request of this call that carry the confirmation. */
export const fieldsOf = (
  { ownPasswordField = 'password' }: Pick<Call, 'ownPasswordField'>,
  { password, ...others }: ConfirmationInput,
) => ({ ...others, ...(password !== undefined && { [ownPasswordField]: password }) });

/** Sends a call. If the server requires a confirmation, a dialog asks for it and sends the call again. */
export async function withConfirmation<T>(
  send: (confirmation: ConfirmationInput) => Promise<T>,
): Promise<T> {
  try {
    return await send({});
  } catch (error) {
    const needed = neededBy(error);
    if (!needed) throw error;
    pending?.reject(new ConfirmationCancelled());
    return new Promise<T>((resolve, reject) =>
      setPending({
        ...needed,
        id: ++lastId,
        send,
        resolve: resolve as (answer: unknown) => void,
        reject,
      }),
    );
  }
}
