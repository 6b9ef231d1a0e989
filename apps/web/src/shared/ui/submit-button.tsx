import type { ReactNode } from 'react';
import { Button } from './button.tsx';

interface SubmitButtonProps {
  /** What the form sends; once it is done the screen is about to change. */
  sending: { readonly working: boolean; readonly done: boolean };
  children: ReactNode;
}

/** The one way out of a form that is a whole screen. */
export function SubmitButton({ sending, children }: SubmitButtonProps) {
  return (
    <Button
      type="submit"
      variant="primary"
      size="large"
      block
      loading={sending.working || sending.done}
    >
      {children}
    </Button>
  );
}
