import { calls } from '@octavo/contract';
import { useId, useRef, useState } from 'react';
import { hasErrorName, useFormCommand } from '../../shared/api/use-form-command.ts';
import { useFields } from '../../shared/hooks/fields.ts';
import { useFieldErrors } from '../../shared/hooks/field-errors.ts';
import { useText } from '../../shared/i18n/texts.tsx';
import { useSession } from '../../shared/session/session.ts';
import {
  CredentialFields,
  credentialErrorNames,
  focusRejectedField,
  useCredentialErrors,
} from '../../shared/ui/credential-fields.tsx';
import { Form } from '../../shared/ui/form.tsx';
import { Note } from '../../shared/ui/note.tsx';
import { Switch } from '../../shared/ui/switch.tsx';
import styles from './setup-form.module.css';
import { SubmitButton } from '../../shared/ui/submit-button.tsx';

interface SetupFormProps {
  token: string;
  onDone: () => void;
  onInvalidLink: () => void;
}

export function SetupForm({ token, onDone, onInvalidLink }: SetupFormProps) {
  const { t } = useText();
  const { setAccount } = useSession();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [fields, set] = useFields({ username: '', password: '', confirm_password: '' });
  const [open, setOpen] = useState(true);
  const fieldErrors = useFieldErrors(useCredentialErrors(fields));
  const setup = useFormCommand(calls.user.setup, {
    onDone: (account) => {
      setAccount(account);
      onDone();
    },
    onRejected: (error) => {
      if (hasErrorName(error, 'linkInvalid')) onInvalidLink();
      else focusRejectedField(form.current, error);
    },
  });

  const alert = setup.otherError(...credentialErrorNames);
  return (
    <Form
      ref={form}
      fieldErrors={fieldErrors}
      onSend={() => setup.send({ ...fields, token, register_open: open })}
    >
      <CredentialFields values={fields} set={set} fieldErrors={fieldErrors} command={setup} />
      <div className={styles.choice}>
        <div>
          <label htmlFor={id}>{t('user.setupOpen')}</label>
          <p id={`${id}-help`}>{t('user.setupOpenHelp')}</p>
        </div>
        <Switch id={id} aria-describedby={`${id}-help`} checked={open} onChecked={setOpen} />
      </div>
      {alert && <Note kind="error">{alert}</Note>}
      <SubmitButton sending={setup}>{t('user.setupSubmit')}</SubmitButton>
    </Form>
  );
}
