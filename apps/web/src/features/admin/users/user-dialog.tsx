import { calls } from '@octavo/contract';
import type { AdminUserRow } from '@octavo/contract/admin.entities';
import { MAX_DISPLAY_NAME_LENGTH, MAX_USERNAME_LENGTH } from '@octavo/contract/limits';
import { useCall } from '../../../shared/api/use-call.ts';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useFields } from '../../../shared/hooks/fields.ts';
import { passwordErrorNames, usePasswordRules } from '../../../shared/hooks/password-rules.ts';
import { useFieldErrors } from '../../../shared/hooks/field-errors.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { MaintainedNote } from '../../../shared/people/maintained-note.tsx';
import { useSession } from '../../../shared/session/session.ts';
import { Field } from '../../../shared/ui/field.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { NewPasswordField } from '../../../shared/ui/new-password-field.tsx';
import { TextInput } from '../../../shared/ui/text-input.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import { SESSION_CALLS } from './session-calls.ts';

/** Edits a user; creates a new one when `user` is absent. */
export function UserDialog({ user, onClosed }: { user?: AdminUserRow; onClosed: () => void }) {
  const { t } = useText();
  const methods = useCall(
    calls.adminUser.getLoginMethods,
    { uid: user?.uid ?? 0 },
    { enabled: user !== undefined },
  );
  // Only the user settings change the own password: they ask for the current one.
  const isSelf = useSession().account?.uid === user?.uid;
  const maintainer = methods.data?.maintained_by;
  const initialFields = { username: user?.username ?? '', name: user?.name ?? '', password: '' };
  const [fields, set] = useFields(initialFields);
  const names = [fields.username, user?.email ?? ''];
  const { error: passwordError } = usePasswordRules(fields.password, names);
  const fieldErrors = useFieldErrors({
    username: fields.username.trim() === '' && t('user.missing'),
    password: (!user || fields.password !== '') && passwordError,
  });
  const username = fields.username.trim();
  const save = useFormCommand(calls.adminUser.addUser, {
    refresh: [calls.adminUser.getList, calls.adminUser.getUser, ...SESSION_CALLS],
    onDone: () =>
      showToast({
        kind: 'done',
        text: t(user ? 'adminUser.saved' : 'adminUser.added', { username }),
      }),
  });
  const isSame = (name: 'username' | 'password') => save.sent?.[name] === fields[name];
  const usernameErrors = ['usernameTaken', 'usernameInvalid', 'usernameReserved'] as const;
  return (
    <FormDialog
      title={user ? t('adminUser.editTitle') : t('adminUser.add')}
      submit={t('adminUser.save')}
      fieldErrors={fieldErrors}
      changed={JSON.stringify(fields) !== JSON.stringify(initialFields)}
      working={save.working}
      done={save.done}
      error={save.otherError(...usernameErrors, ...passwordErrorNames)}
      onSend={() => save.send({ uid: user?.uid ?? 0, ...fields })}
      onClosed={onClosed}
    >
      <Field
        label={t('user.username')}
        error={
          fieldErrors.get('username') ??
          (isSame('username') ? save.errorOf(...usernameErrors) : undefined)
        }
      >
        <TextInput
          name="new_username"
          value={fields.username}
          onText={set('username')}
          readOnly={user !== undefined}
          maxLength={MAX_USERNAME_LENGTH}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          required
        />
      </Field>
      {!isSelf && (
        <NewPasswordField
          label={user ? t('adminUser.newPassword') : t('user.password')}
          name="new_password"
          value={fields.password}
          names={names}
          onText={set('password')}
          onFilledBlur={() => fieldErrors.touch('password')}
          error={
            fieldErrors.get('password') ??
            (isSame('password') ? save.errorOf(...passwordErrorNames) : undefined)
          }
          {...(user && { help: ` ${t('adminUser.keepPassword')}` })}
        />
      )}
      <Field
        label={t('userSetting.name')}
        optional={!maintainer}
        help={maintainer && <MaintainedNote by={maintainer} />}
      >
        <TextInput
          name="name"
          value={fields.name}
          onText={set('name')}
          readOnly={Boolean(maintainer)}
          maxLength={MAX_DISPLAY_NAME_LENGTH}
          autoComplete="off"
        />
      </Field>
    </FormDialog>
  );
}
