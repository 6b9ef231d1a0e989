import { calls } from '@octavo/contract';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useFieldErrors } from '../../../shared/hooks/field-errors.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import {
  confirmationErrorNames,
  FactorConfirmationFields,
  useFactorConfirmation,
} from '../../../shared/second-factor/factor-confirmation.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';

export function RemoveTotp({ onClosed }: { onClosed: () => void }) {
  const { t } = useText();
  const confirmation = useFactorConfirmation();
  const fieldErrors = useFieldErrors(confirmation.fieldErrors);
  const remove = useFormCommand(calls.secondFactor.removeTotp, {
    refresh: [calls.secondFactor.status, calls.user.proof],
    onDone: () => showToast({ kind: 'done', text: t('userSetting.totpRemoved') }),
    onRejected: confirmation.onRejected,
  });
  return (
    <FormDialog
      title={t('userSetting.totpRemoveTitle')}
      help={t('userSetting.totpRemoveText')}
      submit={t('userSetting.totpRemove')}
      danger
      fieldErrors={fieldErrors}
      changed={false}
      working={remove.working}
      done={remove.done}
      error={remove.otherError(...confirmationErrorNames)}
      onSend={() => remove.send(confirmation.input)}
      onClosed={onClosed}
    >
      <FactorConfirmationFields
        confirmation={confirmation}
        fieldErrors={fieldErrors}
        command={remove}
      />
    </FormDialog>
  );
}
