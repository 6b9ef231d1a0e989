import { calls } from '@octavo/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '../../../shared/api/call.ts';
import { hasErrorName } from '../../../shared/api/use-form-command.ts';
import { withConfirmation } from '../../../shared/confirmation/confirm-identity.ts';
import { useCallErrors } from '../use-call-errors.ts';

/** Asks for a confirmation as soon as a call of the console needs it. The screen behind it stays. */
export function ConfirmIdentity() {
  const queries = useQueryClient();
  const isAsking = useRef(false);

  async function ask(): Promise<void> {
    if (isAsking.current) return;
    isAsking.current = true;
    try {
      await withConfirmation((confirmation) => call(calls.user.confirm, confirmation));
      void queries.invalidateQueries();
    } catch {
      // Cancelled or failed: the next call of the console asks again.
    } finally {
      isAsking.current = false;
    }
  }

  useCallErrors((error) => {
    if (hasErrorName(error, 'consoleConfirmationNeeded')) void ask();
  });
  return null;
}
