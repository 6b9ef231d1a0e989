import { calls } from '@octavo/contract';
import { MAX_PASSKEY_NAME_LENGTH } from '@octavo/contract/limits';
import { useRef, useState } from 'react';
import { call } from '../api/call.ts';
import { useErrorText } from '../api/error-text.ts';
import { ConfirmationCancelled, withConfirmation } from '../confirmation/confirm-identity.ts';
import { useFieldErrors } from '../hooks/field-errors.ts';
import { useText } from '../i18n/texts.tsx';
import { describeAgent } from '../people/describe-agent.ts';
import { RecoveryCodesDialog } from '../second-factor/recovery-codes-dialog.tsx';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Note } from '../ui/note.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { showToast } from '../ui/toast-store.ts';
import { cancelPrompt, createPasskey, PasskeyError } from './passkey.ts';

interface NewPasskeyDialogProps {
  /** The account has no second factor yet. */
  isFirst: boolean;
  onDone: () => void;
  onClosed: () => void;
}

/** Adds a passkey: asks for its name, confirms the user, lets the browser create it, shows recovery codes. */
export function NewPasskeyDialog({ isFirst, onDone, onClosed }: NewPasskeyDialogProps) {
  const { t } = useText();
  const errorText = useErrorText();
  const [name, setName] = useState(() => describeAgent(navigator.userAgent).system ?? '');
  const [working, setWorking] = useState(false);
  /** The server creates the passkey, which is not taken back. */
  const [isCreating, setCreating] = useState(false);
  const isCancelled = useRef(false);
  const [error, setError] = useState<string>();
  const [codes, setCodes] = useState<readonly string[]>();
  const [isDone, setDone] = useState(false);
  const fieldErrors = useFieldErrors({ name: name.trim() === '' && t('user.missing') });

  function finish() {
    setDone(true);
    showToast({ kind: 'done', text: t('passkey.done') });
    onDone();
  }

  async function add(): Promise<void> {
    if (working) return;
    setWorking(true);
    setError(undefined);
    try {
      const { options } = await withConfirmation((confirmation) =>
        call(calls.passkey.startCreate, confirmation),
      );
      if (isCancelled.current) return;
      const passkey = await createPasskey(options);
      if (isCancelled.current) return;
      setCreating(true);
      const { recovery_codes } = await call(calls.passkey.create, { name, passkey });
      // The status is refreshed when the codes were seen: a new status would close the dialog of the set-up screen.
      if (recovery_codes.length > 0) setCodes(recovery_codes);
      else finish();
    } catch (failure) {
      if (failure instanceof PasskeyError) setError(t(`passkey.${failure.reason}`));
      else if (!(failure instanceof ConfirmationCancelled)) setError(errorText(failure));
    } finally {
      setWorking(false);
      setCreating(false);
    }
  }

  function cancel() {
    isCancelled.current = true;
    if (working) void cancelPrompt();
  }

  if (codes)
    return (
      <RecoveryCodesDialog
        codes={codes}
        done={isDone}
        onDone={finish}
        onClosed={() => {
          if (!isDone) onDone();
          onClosed();
        }}
      />
    );
  return (
    <FormDialog
      title={t('passkey.newTitle')}
      help={t('passkey.newHelp')}
      submit={t('passkey.add')}
      fieldErrors={fieldErrors}
      changed={false}
      working={working}
      cancellable={!isCreating}
      done={isDone}
      error={error}
      onSend={() => void add()}
      onCancel={cancel}
      onClosed={onClosed}
    >
      {isFirst && <Note kind="info">{t('passkey.newFirst')}</Note>}
      <Field label={t('passkey.name')} help={t('passkey.nameHelp')} error={fieldErrors.get('name')}>
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
