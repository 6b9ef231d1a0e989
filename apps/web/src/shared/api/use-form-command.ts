import type { Call, CallInput, CallResponse } from '@octavo/contract/define-call';
import { errors, type ErrorName } from '@octavo/contract/errors';
import { useRef } from 'react';
import { ConfirmationCancelled } from '../confirmation/confirm-identity.ts';
import { BusinessError } from './call-error.ts';
import { useErrorText } from './error-text.ts';
import { useCommand } from './use-command.ts';

interface FormCommandOptions<C extends Call> {
  readonly refresh?: readonly Call[];
  readonly onDone?: (answer: CallResponse<C>) => void;
  readonly onRejected?: (error: Error) => void;
}

export interface FormCommand<C extends Call> {
  readonly send: (input: CallInput<C>) => void;
  readonly working: boolean;
  readonly done: boolean;
  /** The last input sent; a field shows its server error until its text differs from this input. */
  readonly sent: CallInput<C> | undefined;
  /** The message to show if the error is one of these. */
  readonly errorOf: (...names: ErrorName[]) => string | undefined;
  /** The message of any error that no field of the form shows itself. */
  readonly otherError: (...claimed: ErrorName[]) => string | undefined;
}

/** The command of a form: only one runs at a time, and the form shows its error. */
export function useFormCommand<C extends Call>(
  definition: C,
  { refresh = [], onDone, onRejected }: FormCommandOptions<C> = {},
): FormCommand<C> {
  const command = useCommand(definition, { inline: true, refresh });
  const errorText = useErrorText();
  const isSending = useRef(false);

  function send(input: CallInput<C>) {
    // A second click can happen before the pending state is rendered.
    if (isSending.current) return;
    isSending.current = true;
    command.mutate(input, {
      onSuccess: (answer) => onDone?.(answer),
      onError: (error) => {
        if (!(error instanceof ConfirmationCancelled)) onRejected?.(error);
      },
      onSettled: () => {
        isSending.current = false;
      },
    });
  }

  const error = command.error instanceof ConfirmationCancelled ? null : command.error;
  return {
    send,
    working: command.isPending,
    done: command.isSuccess,
    sent: command.variables,
    errorOf: (...names) => (error && hasErrorName(error, ...names) ? errorText(error) : undefined),
    otherError: (...claimed) =>
      error && !hasErrorName(error, ...claimed) ? errorText(error) : undefined,
  };
}

export function hasErrorName(error: unknown, ...names: ErrorName[]): boolean {
  return error instanceof BusinessError && names.some((name) => errors[name].code === error.code);
}
