import { calls } from '@octavo/contract';
import { MAX_PASSKEY_NAME_LENGTH } from '@octavo/contract/limits';
import type { Passkey } from '@octavo/contract/passkey.entities';
import { useState } from 'react';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useFieldErrors } from '../../../shared/hooks/field-errors.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { TextInput } from '../../../shared/ui/text-input.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';

interface PasskeyDialogProps {
  passkey: Passkey;
  onClosed: () => void;
}

export function RenamePasskey({ passkey, onClosed }: PasskeyDialogProps) {
  const { t } = useText();
  const [name, setName] = useState(passkey.name);
  const fieldErrors = useFieldErrors({ name: name.trim() === '' && t('user.missing') });
  const rename = useFormCommand(calls.passkey.rename, {
    refresh: [calls.secondFactor.status],
    onDone: () => showToast({ kind: 'done', text: t('passkey.renamed') }),
  });
  return (
    <FormDialog
      title={t('passkey.renameTitle')}
      submit={t('passkey.renameSubmit')}
      fieldErrors={fieldErrors}
      changed={name !== passkey.name}
      working={rename.working}
      done={rename.done}
      error={rename.otherError()}
      onSend={() => rename.send({ id: passkey.id, name })}
      onClosed={onClosed}
    >
      <Field label={t('passkey.name')} error={fieldErrors.get('name')}>
        <TextInput
          name="name"
          value={name}
          onText={setName}
          maxLength={MAX_PASSKEY_NAME_LENGTH}
          autoComplete="off"
          required
        />
      </Field>
    </FormDialog>
  );
}

/** `isLast`: no second factor is left then. */
export function RemovePasskey({
  passkey: { id, name },
  isLast,
  onClosed,
}: PasskeyDialogProps & { isLast: boolean }) {
  const { t } = useText();
  const remove = useFormCommand(calls.passkey.remove, {
    refresh: [calls.secondFactor.status, calls.user.proof],
    onDone: () => showToast({ kind: 'done', text: t('passkey.removed') }),
  });
  return (
    <ConfirmDialog
      title={t('passkey.removeTitle', { name })}
      confirm={t('passkey.removeSubmit')}
      working={remove.working}
      done={remove.done}
      error={remove.otherError()}
      onConfirm={() => remove.send({ id })}
      onClosed={onClosed}
    >
      {t('passkey.removeText')}
      {isLast && ` ${t('passkey.removeLast')}`}
    </ConfirmDialog>
  );
}
