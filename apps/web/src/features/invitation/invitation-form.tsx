import { calls } from '@octavo/contract';
import { useRef } from 'react';
import { hasErrorName, useFormCommand } from '../../shared/api/use-form-command.ts';
import { useFields } from '../../shared/hooks/fields.ts';
import { useFieldErrors } from '../../shared/hooks/field-errors.ts';
import { useText } from '../../shared/i18n/texts.tsx';
import { useSecondStep } from '../../shared/session/login-redirect.ts';
import { useSession } from '../../shared/session/session.ts';
import {
  CredentialFields,
  credentialErrorNames,
  focusRejectedField,
  useCredentialErrors,
} from '../../shared/ui/credential-fields.tsx';
import { Form } from '../../shared/ui/form.tsx';
import { Note } from '../../shared/ui/note.tsx';
import { SubmitButton } from '../../shared/ui/submit-button.tsx';

interface InvitationFormProps {
  token: string;
  /** The username of an imported account, which stays; empty if the person chooses one. */
  username: string;
  name: string;
  onEntered: () => void;
  /** The link was used or revoked meanwhile. */
  onEnded: () => void;
}

export function InvitationForm(props: InvitationFormProps) {
  const { token, name, onEntered, onEnded } = props;
  const { t } = useText();
  const { setAccount } = useSession();
  const continueLogin = useSecondStep();
  const form = useRef<HTMLFormElement>(null);
  const [fields, set] = useFields({
    username: props.username,
    password: '',
    confirm_password: '',
  });
  const fieldErrors = useFieldErrors(useCredentialErrors(fields));
  const accept = useFormCommand(calls.user.acceptInvitation, {
    onDone: (account) => {
      onEntered();
      setAccount(account);
    },
    onRejected: (error) => {
      if (hasErrorName(error, 'secondFactorNeeded')) continueLogin();
      else if (hasErrorName(error, 'linkInvalid')) onEnded();
      else focusRejectedField(form.current, error);
    },
  });
  const { sent } = accept;
  const alert = accept.otherError('linkInvalid', ...credentialErrorNames);
  return (
    <Form
      ref={form}
      fieldErrors={fieldErrors}
      onSend={() => accept.send({ token, ...fields, ...(name !== '' && { name }) })}
    >
      <CredentialFields
        values={fields}
        set={set}
        fieldErrors={fieldErrors}
        fixedUsername={props.username !== ''}
        command={{ ...accept, sent: sent && { ...sent, username: sent.username ?? '' } }}
      />
      {alert && <Note kind="error">{alert}</Note>}
      <SubmitButton sending={accept}>{t('user.inviteSubmit')}</SubmitButton>
    </Form>
  );
}
