import type { Call, CallInput, CallResponse } from '@octavo/contract/define-call';
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { useText } from '../i18n/texts.tsx';
import { dismissErrors, showToast } from '../ui/toast-store.ts';
import {
  ConfirmationCancelled,
  fieldsOf,
  withConfirmation,
} from '../confirmation/confirm-identity.ts';
import { call } from './call.ts';
import { NetworkError } from './call-error.ts';
import { isLoginNeeded, useErrorText } from './error-text.ts';

interface UseCommandOptions {
  /** Queries to invalidate after success, by their path. */
  readonly refresh?: readonly Call[];
  /** The form shows the error itself (`error` of the result); no toast is shown. */
  readonly inline?: boolean;
  /** Commands with the same scope are sent one after the other, so that the last one wins. */
  readonly scope?: string;
}

/** Changes data: invalidates the affected queries, and shows the server's message as a toast on an error. */
export function useCommand<C extends Call>(
  definition: C,
  { refresh = [], inline = false, scope }: UseCommandOptions = {},
): UseMutationResult<CallResponse<C>, Error, CallInput<C>> {
  const queries = useQueryClient();
  const errorText = useErrorText();
  const { t } = useText();

  const command = useMutation<CallResponse<C>, Error, CallInput<C>>({
    ...(scope && { scope: { id: scope } }),
    mutationFn: (input) =>
      withConfirmation((confirmation) =>
        call(definition, { ...input, ...fieldsOf(definition, confirmation) }),
      ),
    onSuccess: () => {
      dismissErrors();
      return Promise.all(
        refresh.map(({ path }) => queries.invalidateQueries({ queryKey: [path] })),
      );
    },
    onError: (error, input) => {
      if (inline || isLoginNeeded(error) || error instanceof ConfirmationCancelled) return;
      const retryAction = { label: t('shell.retry'), run: () => command.mutate(input) };
      showToast({
        kind: 'error',
        text: errorText(error),
        ...(error instanceof NetworkError ? { action: retryAction } : {}),
      });
    },
  });
  return command;
}
