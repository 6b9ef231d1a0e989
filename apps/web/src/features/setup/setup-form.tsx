import { calls } from '@octavo/contract';
import { useId, useRef, useState } from 'react';
import { isRefusal, useFormCommand } from '../../shared/api/use-form-command.ts';
import { useFields } from '../../shared/hooks/fields.ts';
import { useProblems } from '../../shared/hooks/problems.ts';
import { useText } from '../../shared/i18n/texts.tsx';
import { useSession } from '../../shared/session/session.ts';
import {
  CredentialFields,
  credentialRefusals,
  focusRefused,
  useCredentialProblems,
} from '../../shared/ui/credential-fields.tsx';
import { Form } from '../../shared/ui/form.tsx';
import { Note } from '../../shared/ui/note.tsx';
import { Switch } from '../../shared/ui/switch.tsx';
import styles from './setup-form.module.css';
import { SubmitButton } from '../../shared/ui/submit-button.tsx';

interface SetupFormProps {
  token: string;
  onDone: () => void;
  onWrongLink: () => void;
}

export function SetupForm({ token, onDone, onWrongLink }: SetupFormProps) {
  const { t } = useText();
  const { enter } = useSession();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [fields, set] = useFields({ username: '', password: '', confirm_password: '' });
  const [open, setOpen] = useState(true);
  const problems = useProblems(useCredentialProblems(fields));
  const setup = useFormCommand(calls.user.setup, {
    onDone: (account) => {
      enter(account);
      onDone();
    },
    onRefused: (error) => {
      if (isRefusal(error, 'linkInvalid')) onWrongLink();
      else focusRefused(form.current, error);
    },
  });

  const alert = setup.otherError(...credentialRefusals);
  return (
    <Form
      ref={form}
      problems={problems}
      onSend={() => setup.send({ ...fields, token, register_open: open })}
    >
      <CredentialFields values={fields} set={set} problems={problems} command={setup} />
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
