import type { CallResponse } from '@octavo/contract/define-call';
import { calls } from '@octavo/contract';
import { useFormCommand } from '../../../../shared/api/use-form-command.ts';
import { useText } from '../../../../shared/i18n/texts.tsx';
import { ConfirmDialog } from '../../../../shared/ui/confirm-dialog.tsx';
import { showToast } from '../../../../shared/ui/toast-store.ts';

export type Template = CallResponse<typeof calls.template.getList>[number];

export function DeleteTemplate(props: { template: Template; onClosed: () => void }) {
  const { t } = useText();
  const names = { title: props.template.template_title };
  const remove = useFormCommand(calls.template.delete, {
    refresh: [calls.template.getList],
    onDone: () => showToast({ kind: 'done', text: t('tools.templateDeleted', names) }),
  });
  return (
    <ConfirmDialog
      title={t('tools.deleteTemplateTitle', names)}
      confirm={t('tools.deleteTemplateAction')}
      working={remove.working}
      done={remove.done}
      error={remove.otherError()}
      onConfirm={() => remove.send({ id: props.template.id })}
      onClosed={props.onClosed}
    >
      {t('tools.deleteTemplateText')}
    </ConfirmDialog>
  );
}
