import { useEffect, useState, useSyncExternalStore } from 'react';
import { NetworkError } from '../api/call-error.ts';
import {
  clearConfirmation,
  pendingConfirmation,
  subscribeConfirmation,
} from './confirm-identity.ts';

type DialogModule = typeof import('./confirmation-dialog.tsx');

/** The one dialog that asks the user for a confirmation, loaded when it is needed. */
export function ConfirmationHost() {
  const pending = useSyncExternalStore(
    subscribeConfirmation,
    pendingConfirmation,
    pendingConfirmation,
  );
  const [module, setModule] = useState<DialogModule>();
  useEffect(() => {
    if (!pending || module) return;
    import('./confirmation-dialog.tsx').then(setModule, () => {
      // The form shows that the connection failed; sending it again loads the dialog again.
      pending.reject(new NetworkError('offline'));
      clearConfirmation(pending);
    });
  }, [pending, module]);
  return pending && module && <module.ConfirmationDialog key={pending.id} pending={pending} />;
}
