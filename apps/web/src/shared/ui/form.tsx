import type { ReactNode, Ref } from 'react';
import { flushSync } from 'react-dom';
import type { FieldErrors } from '../hooks/field-errors.ts';

interface FormProps {
  ref?: Ref<HTMLFormElement>;
  fieldErrors: Pick<FieldErrors<never>, 'touchAll' | 'hasErrors'>;
  onSend: () => void;
  /** Submits are ignored while this returns true. */
  isBlocked?: () => boolean;
  children: ReactNode;
}

/**
 * A form with its own validation messages instead of the browser's. An invalid form is not submitted: all errors are
 * shown, and the first invalid field gets the focus.
 */
export function Form({ ref, fieldErrors, onSend, isBlocked, children }: FormProps) {
  return (
    <form
      ref={ref}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isBlocked?.()) return;
        if (!fieldErrors.hasErrors) return onSend();
        flushSync(fieldErrors.touchAll);
        const field = event.currentTarget.querySelector<HTMLElement>('[aria-invalid]');
        // A field in closed details cannot have the focus.
        for (let element = field; element; element = element.parentElement)
          if (element instanceof HTMLDetailsElement) element.open = true;
        field?.focus();
      }}
    >
      {children}
    </form>
  );
}
