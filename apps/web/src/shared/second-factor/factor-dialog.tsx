import type { ErrorName } from '@octavo/contract/errors';
import { useFieldErrors } from '../hooks/field-errors.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import {
  confirmationErrorNames,
  FactorConfirmationFields,
  type FactorConfirmationFieldsProps,
} from './factor-confirmation.tsx';

interface FactorDialogProps {
  title: string;
  help: string;
  submit: string;
  confirmation: FactorConfirmationFieldsProps['confirmation'];
  command: FactorConfirmationFieldsProps['command'] & {
    readonly working: boolean;
    readonly done: boolean;
    readonly otherError: (...names: ErrorName[]) => string | undefined;
  };
  onSend: (input: FactorConfirmationFieldsProps['confirmation']['input']) => void;
  onClosed: () => void;
}

/** Asks for the second factor, or for the password of an account without one, before something is removed. */
export function FactorDialog(props: FactorDialogProps) {
  const { confirmation, command, onSend, ...texts } = props;
  const fieldErrors = useFieldErrors(confirmation.fieldErrors);
  return (
    <FormDialog
      {...texts}
      danger
      fieldErrors={fieldErrors}
      changed={false}
      working={command.working}
      done={command.done}
      error={command.otherError(...confirmationErrorNames)}
      onSend={() => onSend(confirmation.input)}
    >
      <FactorConfirmationFields
        confirmation={confirmation}
        fieldErrors={fieldErrors}
        command={command}
      />
    </FormDialog>
  );
}
