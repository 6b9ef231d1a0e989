import type { ReactNode } from 'react';
import { Button } from './button.tsx';

interface SubmitButtonProps {
  /** The command of the form; after it is done, the button stays busy until the screen changes. */
  sending: { readonly working: boolean; readonly done: boolean };
  children: ReactNode;
}

/** The submit button of a full-screen form. */
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
