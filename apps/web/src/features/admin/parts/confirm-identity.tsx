import { calls } from '@octavo/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { hasErrorName, useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useFieldErrors } from '../../../shared/hooks/field-errors.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import {
  confirmationErrorNames,
  FactorConfirmationFields,
  useFactorConfirmation,
} from '../../../shared/second-factor/factor-confirmation.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { useCallErrors } from '../use-call-errors.ts';

/** Asks for the second factor or password as soon as a call of the console needs it. The screen behind it stays. */
export function ConfirmIdentity() {
  const [isOpen, setOpen] = useState(false);
  useCallErrors((error) => {
    if (hasErrorName(error, 'confirmationNeeded')) setOpen(true);
  });
  return isOpen && <ConfirmDialog onClosed={() => setOpen(false)} />;
}

function ConfirmDialog({ onClosed }: { onClosed: () => void }) {
  const { t } = useText();
  const queries = useQueryClient();
  const confirmation = useFactorConfirmation();
  const fieldErrors = useFieldErrors(confirmation.fieldErrors);
  const confirm = useFormCommand(calls.user.confirm, {
    onDone: () => void queries.invalidateQueries(),
    onRejected: confirmation.onRejected,
  });
  return (
    <FormDialog
      title={t('adminSecurity.confirmTitle')}
      help={t('adminSecurity.confirmText')}
      submit={t('adminSecurity.confirmSubmit')}
      fieldErrors={fieldErrors}
      changed={false}
      working={confirm.working}
      done={confirm.done}
      error={confirm.otherError(...confirmationErrorNames)}
      onSend={() => confirm.send(confirmation.input)}
      onClosed={onClosed}
    >
      <FactorConfirmationFields
        confirmation={confirmation}
        fieldErrors={fieldErrors}
        command={confirm}
      />
    </FormDialog>
  );
}
