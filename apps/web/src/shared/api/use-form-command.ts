import type { Call, CallInput, CallResponse } from '@octavo/contract/define-call';
import { errors, type ErrorName } from '@octavo/contract/errors';
import { useRef } from 'react';
import { BusinessError } from './call-error.ts';
import { useErrorText } from './error-text.ts';
import { useCommand } from './use-command.ts';

interface FormCommandOptions<C extends Call> {
  readonly refresh?: readonly Call[];
  readonly onDone?: (answer: CallResponse<C>) => void;
  readonly onRefused?: (error: Error) => void;
}

export interface FormCommand<C extends Call> {
  readonly send: (input: CallInput<C>) => void;
  readonly working: boolean;
  readonly done: boolean;
  /** The refused input; a field's error holds as long as its text is still the refused one. */
  readonly sent: CallInput<C> | undefined;
  /** The sentence to show for one of these refusals. */
  readonly errorOf: (...names: ErrorName[]) => string | undefined;
  /** The sentence for whatever no field of the form has claimed. */
  readonly otherError: (...claimed: ErrorName[]) => string | undefined;
}

/** A form's command: one at a time, and its error is shown in the form. */
export function useFormCommand<C extends Call>(
  declared: C,
  { refresh = [], onDone, onRefused }: FormCommandOptions<C> = {},
): FormCommand<C> {
  const command = useCommand(declared, { inline: true, refresh });
  const errorText = useErrorText();
  const busy = useRef(false);

  function send(input: CallInput<C>) {
    // A second press may come before the first one's state is drawn.
    if (busy.current) return;
    busy.current = true;
    command.mutate(input, {
      onSuccess: (answer) => onDone?.(answer),
      onError: (error) => onRefused?.(error),
      onSettled: () => {
        busy.current = false;
      },
    });
  }

  const { error } = command;
  return {
    send,
    working: command.isPending,
    done: command.isSuccess,
    sent: command.variables,
    errorOf: (...names) => (error && isRefusal(error, ...names) ? errorText(error) : undefined),
    otherError: (...claimed) =>
      error && !isRefusal(error, ...claimed) ? errorText(error) : undefined,
  };
}

export function isRefusal(error: unknown, ...names: ErrorName[]): boolean {
  return error instanceof BusinessError && names.some((name) => errors[name].code === error.code);
}
