import { calls } from '@octavo/contract';
import { useState } from 'react';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { RecoveryCodesDialog } from '../../../shared/second-factor/recovery-codes-dialog.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';

/** Replaces the recovery codes and shows the new ones once. */
export function NewRecoveryCodes({ onClosed }: { onClosed: () => void }) {
  const { t } = useText();
  const [codes, setCodes] = useState<readonly string[]>();
  const [isDone, setDone] = useState(false);
  const create = useFormCommand(calls.secondFactor.createRecoveryCodes, {
    refresh: [calls.secondFactor.status],
    onDone: ({ recovery_codes }) => setCodes(recovery_codes),
  });
  if (codes)
    return (
      <RecoveryCodesDialog
        codes={codes}
        done={isDone}
        onDone={() => setDone(true)}
        onClosed={onClosed}
      />
    );
  return (
    <ConfirmDialog
      kind="plain"
      title={t('userSetting.recoveryNew')}
      confirm={t('userSetting.recoveryNew')}
      working={create.working}
      cancellable={!create.working}
      done={false}
      error={create.otherError()}
      onConfirm={() => create.send({})}
      onClosed={onClosed}
    >
      {t('userSetting.recoveryReplace')}
    </ConfirmDialog>
  );
}
