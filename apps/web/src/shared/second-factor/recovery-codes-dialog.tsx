import { useText } from '../i18n/texts.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

interface RecoveryCodesDialogProps {
  codes: readonly string[];
  done: boolean;
  onDone: () => void;
  onClosed: () => void;
}

/** Shows new recovery codes until the user has kept them. */
export function RecoveryCodesDialog({ codes, done, onDone, onClosed }: RecoveryCodesDialogProps) {
  const { t } = useText();
  return (
    <FormDialog
      title={t('userSetting.recoveryTitle')}
      submit={t('userSetting.recoveryDone')}
      fieldErrors={{ touchAll: () => {}, hasErrors: false }}
      changed={false}
      working={false}
      done={done}
      error={undefined}
      onSend={onDone}
      onClosed={onClosed}
    >
      <RecoveryCodes codes={codes} />
    </FormDialog>
  );
}
