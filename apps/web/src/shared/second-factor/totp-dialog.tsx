import { calls } from '@octavo/contract';
import type { CallResponse } from '@octavo/contract/define-call';
import { useRef, useState } from 'react';
import { hasErrorName, useFormCommand } from '../api/use-form-command.ts';
import { useFieldErrors } from '../hooks/field-errors.ts';
import { useText } from '../i18n/texts.tsx';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { CodeInput } from './code-input.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import styles from './second-factor.module.css';

export type NewTotp = CallResponse<typeof calls.secondFactor.startTotp>;

interface TotpDialogProps {
  totp: NewTotp;
  /** The account has no second factor yet. */
  isFirst: boolean;
  onDone: () => void;
  onClosed: () => void;
}

/** Sets up an authenticator app: shows the QR code, checks the first code, shows recovery codes. */
export function TotpDialog({ totp, isFirst, onDone, onClosed }: TotpDialogProps) {
  const { t } = useText();
  const [codes, setCodes] = useState<readonly string[]>();
  const [isDone, setDone] = useState(false);
  const [code, setCode] = useState('');
  const codeField = useRef<HTMLInputElement>(null);
  const codeErrors = useFieldErrors({
    factor_code: code.trim() === '' && t('user.missing'),
  });
  const finish = () => {
    setDone(true);
    onDone();
  };
  const confirm = useFormCommand(calls.secondFactor.confirmTotp, {
    // The status is refreshed when the codes were seen: a new status would close the dialog of the set-up screen.
    onDone: ({ recovery_codes }) =>
      recovery_codes.length > 0 ? setCodes(recovery_codes) : finish(),
    onRejected: (error) => {
      if (hasErrorName(error, 'factorCodeWrong')) codeField.current?.select();
    },
  });
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
      title={t('userSetting.totpTitle')}
      help={t('userSetting.totpScan')}
      submit={t('userSetting.totpSetUp')}
      fieldErrors={codeErrors}
      changed={false}
      working={confirm.working}
      cancellable={!confirm.working}
      done={isDone}
      error={confirm.otherError('factorCodeWrong')}
      onSend={() => confirm.send({ factor_code: code })}
      onClosed={onClosed}
    >
      <div className={styles.scan}>
        <img className={styles.qr} src={totp.qr} alt={t('userSetting.totpQr')} />
        <div>
          <p className={styles.text}>{t('userSetting.totpSecret')}</p>
          <code className={styles.secret}>{totp.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
        </div>
      </div>
      <Field
        label={t('user.factorCode')}
        {...(isFirst && { help: t('userSetting.totpOthers') })}
        error={
          codeErrors.get('factor_code') ??
          (confirm.sent?.factor_code === code ? confirm.errorOf('factorCodeWrong') : undefined)
        }
      >
        <CodeInput ref={codeField} value={code} onText={setCode} />
      </Field>
    </FormDialog>
  );
}
