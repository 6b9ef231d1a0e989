import { calls } from '@octavo/contract';
import type { Account } from '@octavo/contract/entities';
import { useRef, useState } from 'react';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useLateCaptcha } from '../../../shared/hooks/late-captcha.ts';
import { useProblems } from '../../../shared/hooks/problems.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import type { Keeper } from '../../../shared/keep/keeper.ts';
import { useSession } from '../../../shared/session/session.ts';
import { Field } from '../../../shared/ui/field.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { LateCaptchaField } from '../../../shared/ui/late-captcha-field.tsx';
import { PasswordInput } from '../../../shared/ui/text-input.tsx';
import type { Written } from '../written.ts';
import { TakeAway } from './save-banner.tsx';

interface LoginDialogProps {
  keeper: Keeper;
  written: Pick<Written, 'read'>;
  /** Only the writer themselves goes on: the text is theirs. */
  writer: Account;
}

/** The login has ended while somebody writes: it is renewed here, then the save goes on. */
export function LoginDialog({ keeper, written, writer }: LoginDialogProps) {
  const { t } = useText();
  const { refresh } = useSession();
  const [password, setPassword] = useState('');
  const [isDone, setDone] = useState(false);
  const went = useRef(false);
  const captcha = useLateCaptcha();
  const problems = useProblems({
    password: password === '' && t('user.missing'),
    v_code: captcha.problem,
  });
  const login = useFormCommand(calls.user.login, {
    onDone: () => {
      void refresh().then(() => setDone(true));
    },
    onRefused: captcha.onRefused,
  });
  return (
    <FormDialog
      title={t('editor.loginTitle')}
      help={t('editor.loginText', { username: writer.username })}
      submit={t('editor.loginSubmit')}
      problems={problems}
      changed={false}
      working={login.working || login.done}
      done={isDone}
      error={login.otherError('captchaWrong')}
      onSend={() => login.send({ username: writer.username, password, ...captcha.input })}
      onClosed={() => {
        if (went.current) return;
        went.current = true;
        if (isDone) void keeper.save();
        else keeper.dismiss();
      }}
    >
      <Field label={t('user.password')} error={problems.of('password')}>
        <PasswordInput
          name="password"
          value={password}
          onText={setPassword}
          autoComplete="current-password"
          required
        />
      </Field>
      <LateCaptchaField captcha={captcha} error={captcha.errorOf(login) ?? problems.of('v_code')} />
      <div>
        <TakeAway written={written} />
      </div>
    </FormDialog>
  );
}
