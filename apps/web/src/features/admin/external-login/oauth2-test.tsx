import { calls } from '@octavo/contract';
import type { Oauth2Test as Oauth2TestResult } from '@octavo/contract/admin-oauth2.entities';
import { useState } from 'react';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import type { Oauth2Draft } from './oauth2-draft.ts';
import { TestPanel, type TestStep } from './test-panel.tsx';

const steps = ['authorize', 'token', 'userinfo'] as const;

/** The values that the test requires. */
const requiredValues = (draft: Oauth2Draft) => [
  draft.client_id,
  draft.host,
  draft.authorize_path,
  draft.token_path,
  draft.userinfo_path || draft.resource_path,
];

interface Oauth2TestProps {
  draft: Oauth2Draft;
  title: string;
  help: string;
  formId?: string;
}

/** Tests each endpoint of the provider with the values of the form. */
export function Oauth2Test({ draft, title, help, formId }: Oauth2TestProps) {
  const { t } = useText();
  const [testResult, setTestResult] = useState<Oauth2TestResult>();
  const [isMissing, setMissing] = useState(false);
  const test = useFormCommand(calls.adminSetting.testOauth2, { onDone: setTestResult });
  const stepResult = (name: (typeof steps)[number]): Pick<TestStep, 'state' | 'words'> => {
    const step = testResult?.steps.find((each) => each.step === name);
    if (!step) return { state: 'untried', words: t('adminLogin.untried') };
    const { fault: error, milliseconds: time } = step;
    return error === ''
      ? { state: 'fine', words: t('adminOauth2.answered', { time }) }
      : { state: 'failed', words: t(`adminOauth2.${error}`) };
  };
  return (
    <TestPanel
      title={title}
      help={help}
      formId={formId}
      action={t('adminOauth2.testAction')}
      working={test.working}
      error={isMissing ? t('adminOauth2.testMissing') : test.otherError()}
      milliseconds={testResult?.milliseconds}
      steps={steps.map((name) => ({ name, label: t(`adminOauth2.${name}`), ...stepResult(name) }))}
      onSend={() => {
        setTestResult(undefined);
        const isEmpty = requiredValues(draft).some((text) => text.trim() === '');
        setMissing(isEmpty);
        if (!isEmpty) test.send({ oauth2_form: draft });
      }}
    />
  );
}
