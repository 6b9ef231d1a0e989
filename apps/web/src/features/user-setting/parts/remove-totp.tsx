import { calls } from '@octavo/contract';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { useFactorConfirmation } from '../../../shared/second-factor/factor-confirmation.tsx';
import { FactorDialog } from '../../../shared/second-factor/factor-dialog.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';

export function RemoveTotp({ onClosed }: { onClosed: () => void }) {
  const { t } = useText();
  const confirmation = useFactorConfirmation();
  const remove = useFormCommand(calls.secondFactor.removeTotp, {
    refresh: [calls.secondFactor.status, calls.user.proof],
    onDone: () => showToast({ kind: 'done', text: t('userSetting.totpRemoved') }),
    onRejected: confirmation.onRejected,
  });
  return (
    <FactorDialog
      title={t('userSetting.totpRemoveTitle')}
      help={t('userSetting.totpRemoveText')}
      submit={t('userSetting.totpRemove')}
      confirmation={confirmation}
      command={remove}
      onSend={remove.send}
      onClosed={onClosed}
    />
  );
}
