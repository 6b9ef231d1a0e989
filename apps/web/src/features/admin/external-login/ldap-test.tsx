import { calls } from '@octavo/contract';
import type { LdapTest as LdapTestResult } from '@octavo/contract/admin-setting.entities';
import { MAX_LOGIN_NAME_LENGTH } from '@octavo/contract/limits';
import { useState } from 'react';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useFields } from '../../../shared/hooks/fields.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { PasswordInput, TextInput } from '../../../shared/ui/text-input.tsx';
import type { LdapDraft } from './ldap-fields.tsx';
import { ldapSteps, useStepText } from './ldap-steps.tsx';
import { TestPanel } from './test-panel.tsx';

/** Text keys of the steps whose name is already used by another text. */
const STEP_LABELS = { tls: 'trust', base: 'baseDn' } as const;

interface LdapTestProps {
  draft: LdapDraft;
  title: string;
  help: string;
  formId?: string;
  /** Changes the user field in the settings; absent where the settings are read-only. */
  onUserField?: (field: string) => void;
}

/** Tests an LDAP login with the values of the form and shows at which step it fails. */
export function LdapTest({ draft, title, help, formId, onUserField }: LdapTestProps) {
  const { t } = useText();
  const [fields, set] = useFields({ username: '', password: '' });
  const [testResult, setTestResult] = useState<{
    answer: LdapTestResult;
    draft: LdapDraft;
    username: string;
  }>();
  const [isMissing, setMissing] = useState(false);
  const test = useFormCommand(calls.adminSetting.testLdap, {
    onDone: (answer) => setTestResult({ answer, draft, username: fields.username.trim() }),
  });
  const stepText = useStepText({ testResult, onUserField });
  return (
    <TestPanel
      title={title}
      help={help}
      formId={formId}
      action={t('adminLogin.testAction')}
      working={test.working}
      error={isMissing ? t('adminLogin.testMissing') : test.otherError()}
      milliseconds={testResult?.answer.milliseconds}
      steps={ldapSteps.map((step) => ({
        name: step,
        label: t(`adminLogin.${step === 'tls' || step === 'base' ? STEP_LABELS[step] : step}`),
        state: testResult?.answer.steps.find((each) => each.step === step)?.state ?? 'untried',
        words: stepText(step),
      }))}
      onSend={() => {
        setTestResult(undefined);
        const isEmpty = draft.host.trim() === '' || draft.base_dn.trim() === '';
        setMissing(isEmpty);
        if (!isEmpty) test.send({ ldap_form: draft, ...fields });
      }}
    >
      <Field label={t('adminLogin.testUsername')} help={t('adminLogin.testUsernameHelp')} optional>
        <TextInput
          name="test_username"
          value={fields.username}
          onText={set('username')}
          maxLength={MAX_LOGIN_NAME_LENGTH}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Field label={t('adminLogin.testPassword')} optional>
        <PasswordInput
          name="test_password"
          value={fields.password}
          onText={set('password')}
          autoComplete="new-password"
        />
      </Field>
    </TestPanel>
  );
}
