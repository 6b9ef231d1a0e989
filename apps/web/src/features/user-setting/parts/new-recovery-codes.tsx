import { calls } from '@octavo/contract';
import { useState } from 'react';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useFieldErrors } from '../../../shared/hooks/field-errors.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import {
  confirmationErrorNames,
  FactorConfirmationFields,
  useFactorConfirmation,
} from '../../../shared/second-factor/factor-confirmation.tsx';
import { RecoveryCodes } from '../../../shared/second-factor/recovery-codes.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';

/** Replaces the recovery codes and shows the new ones once. */
export function NewRecoveryCodes({ onClosed }: { onClosed: () => void }) {
  const { t } = useText();
  const confirmation = useFactorConfirmation();
  const fieldErrors = useFieldErrors(confirmation.fieldErrors);
  const [codes, setCodes] = useState<readonly string[]>();
  const [isDone, setDone] = useState(false);
  const create = useFormCommand(calls.secondFactor.createRecoveryCodes, {
    refresh: [calls.secondFactor.status],
    onDone: ({ recovery_codes }) => setCodes(recovery_codes),
    onRejected: confirmation.onRejected,
  });
  return (
    <FormDialog
      title={t(codes ? 'userSetting.recoveryTitle' : 'userSetting.recoveryNew')}
      {...(!codes && { help: t('userSetting.recoveryReplace') })}
      submit={t(codes ? 'userSetting.recoveryDone' : 'userSetting.recoveryNew')}
      fieldErrors={fieldErrors}
      changed={false}
      working={create.working}
      done={isDone}
      error={create.otherError(...confirmationErrorNames)}
      onSend={() => (codes ? setDone(true) : create.send(confirmation.input))}
      onClosed={onClosed}
    >
      {codes ? (
        <RecoveryCodes codes={codes} />
      ) : (
        <FactorConfirmationFields
          confirmation={confirmation}
          fieldErrors={fieldErrors}
          command={create}
        />
      )}
    </FormDialog>
  );
}
