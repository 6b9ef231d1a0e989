import { calls } from '@octavo/contract';
import type { SiteConfig } from '@octavo/contract/admin-setting.entities';
import type { CallResponse } from '@octavo/contract/define-call';
import {
  MAX_HOST_LENGTH,
  MAX_MAIL_SENDER_LENGTH,
  MAX_MAIL_USER_LENGTH,
} from '@octavo/contract/setting-limits';
import { MAX_EMAIL_LENGTH } from '@octavo/contract/limits';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { isEmail, type FieldErrors } from '../../../shared/hooks/field-errors.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { useSession } from '../../../shared/session/session.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { TextInput } from '../../../shared/ui/text-input.tsx';
import { ChoiceField } from '../parts/choice-field.tsx';
import { StoredSecretField } from '../parts/stored-secret-field.tsx';
import styles from '../parts/settings.module.css';

export type MailDraft = Omit<SiteConfig['mail_setting'], 'port'> & {
  readonly port: string;
  readonly password: string;
};

export function toMailDraft({ mail_setting }: SiteConfig): MailDraft {
  const { port, ...setting } = mail_setting;
  return { ...setting, port: String(port), password: '' };
}

interface MailFieldsProps {
  mail: MailDraft;
  isStored: boolean;
  fieldErrors: FieldErrors<'mail_port' | 'mail_sender'>;
  onMail: (mail: MailDraft) => void;
}

/** The default ports of mail servers. */
const DEFAULT_PORTS = { none: '25', starttls: '587', tls: '465' } as const;

export function MailFields({ mail, isStored, fieldErrors, onMail }: MailFieldsProps) {
  const { t } = useText();
  const input = (name: Exclude<keyof MailDraft, 'security' | 'has_password'>) => ({
    name: `mail_${name}`,
    value: mail[name],
    onText: (text: string) => onMail({ ...mail, [name]: text }),
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
  });
  return (
    <>
      <h2 className={styles.title}>{t('adminSetting.mail')}</h2>
      <p>{t('adminSetting.mailHelp')}</p>
      <div className={styles.pair}>
        <Field label={t('adminSetting.mailHost')} optional>
          <TextInput mono {...input('host')} maxLength={MAX_HOST_LENGTH} />
        </Field>
        <Field label={t('adminSetting.mailPort')} error={fieldErrors.get('mail_port')}>
          <TextInput
            {...input('port')}
            inputMode="numeric"
            onBlur={() => fieldErrors.touch('mail_port')}
          />
        </Field>
      </div>
      <ChoiceField
        label={t('adminSetting.mailSecurity')}
        value={mail.security}
        onValue={(security) => {
          const isDefaultPort = mail.port === DEFAULT_PORTS[mail.security];
          onMail({ ...mail, security, ...(isDefaultPort && { port: DEFAULT_PORTS[security] }) });
        }}
        options={[
          { value: 'starttls', label: t('adminLogin.starttls') },
          { value: 'tls', label: 'TLS' },
          { value: 'none', label: t('adminLogin.none') },
        ]}
      />
      <div className={styles.pair}>
        <Field label={t('adminSetting.mailUser')} optional>
          <TextInput mono {...input('user')} maxLength={MAX_MAIL_USER_LENGTH} />
        </Field>
        <StoredSecretField
          {...input('password')}
          label={t('adminSetting.mailPassword')}
          isStored={isStored}
          hasSecret={mail.has_password}
          onHasSecret={(has_password) => onMail({ ...mail, has_password })}
        />
        <Field
          label={t('adminSetting.mailSender')}
          help={t('adminSetting.mailSenderHelp')}
          error={fieldErrors.get('mail_sender')}
        >
          <TextInput
            {...input('sender')}
            maxLength={MAX_MAIL_SENDER_LENGTH}
            onBlur={() => fieldErrors.touch('mail_sender')}
          />
        </Field>
      </div>
      <MailTest mail={mail} isReady={mail.host !== '' && mail.sender !== ''} />
    </>
  );
}

/** Sends a test mail with these settings, saved or not. */
export function MailTest({ mail, isReady }: { mail: MailDraft; isReady: boolean }) {
  const { t } = useText();
  const { account } = useSession();
  const [to, setTo] = useState(account?.email ?? '');
  const [result, setResult] = useState<CallResponse<typeof calls.adminSetting.testMail>>();
  const test = useFormCommand(calls.adminSetting.testMail, { onDone: setResult });
  const error = test.otherError() ?? result?.fault;
  return (
    <div className={styles.inline}>
      <Field label={t('adminSetting.mailTo')}>
        <TextInput
          type="email"
          name="mail_to"
          value={to}
          onText={setTo}
          maxLength={MAX_EMAIL_LENGTH}
          autoComplete="email"
        />
      </Field>
      <Button
        icon={<Send />}
        disabled={!isReady || !isEmail(to)}
        loading={test.working}
        onClick={() => {
          setResult(undefined);
          test.send({ mail_setting: mail, to });
        }}
      >
        {t('adminSetting.mailTest')}
      </Button>
      <output>
        {result?.is_fine === 1 ? (
          <span className={styles.good}>
            {t('adminSetting.mailSent', { time: result.milliseconds })}
          </span>
        ) : (
          error && <span className={styles.bad}>{t('adminSetting.mailFailed', { error })}</span>
        )}
      </output>
    </div>
  );
}
