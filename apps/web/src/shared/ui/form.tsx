import type { ReactNode, Ref } from 'react';
import { flushSync } from 'react-dom';
import type { Problems } from '../hooks/problems.ts';

interface FormProps {
  ref?: Ref<HTMLFormElement>;
  problems: Pick<Problems<never>, 'tellAll' | 'any'>;
  onSend: () => void;
  /** A press that comes now is not meant and does nothing. */
  isBlocked?: () => boolean;
  children: ReactNode;
}

/**
 * Fields are judged in the words of the interface, not by the browser's own bubbles. A wrong form
 * is not sent: every problem is shown and the first one has the focus.
 */
export function Form({ ref, problems, onSend, isBlocked, children }: FormProps) {
  return (
    <form
      ref={ref}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isBlocked?.()) return;
        if (!problems.any) return onSend();
        flushSync(problems.tellAll);
        event.currentTarget.querySelector<HTMLElement>('[aria-invalid]')?.focus();
      }}
    >
      {children}
    </form>
  );
}
