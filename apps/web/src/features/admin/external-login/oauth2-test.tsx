import { calls } from '@octavo/contract';
import type { Oauth2Test as Oauth2TestResult } from '@octavo/contract/admin-oauth2.entities';
import { useState } from 'react';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import type { Oauth2Draft } from './oauth2-draft.ts';
import { TestPanel, type TestStep } from './test-panel.tsx';

const STEPS = {
  oauth2: ['authorize', 'token', 'userinfo'],
  oidc: ['discovery', 'keys', 'authorize', 'token'],
} as const;

/** The values that the test requires. */
const requiredValues = (draft: Oauth2Draft) =>
  draft.kind === 'oidc'
    ? [draft.client_id, draft.issuer]
    : [
        draft.client_id,
        draft.host,
        draft.authorize_path,
        draft.token_path,
        draft.userinfo_path || draft.resource_path,
      ];

const STEP_LABELS = {
  discovery: 'adminOauth2.discoveryStep',
  keys: 'adminOauth2.keysStep',
  authorize: 'adminOauth2.authorize',
  token: 'adminOauth2.token',
  userinfo: 'adminOauth2.userinfo',
} as const;

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
  const stepResult = (
    name: (typeof STEPS)[Oauth2Draft['kind']][number],
  ): Pick<TestStep, 'state' | 'words'> => {
    const step = testResult?.steps.find((each) => each.step === name);
    if (!step) return { state: 'untried', words: t('adminLogin.untried') };
    const { fault: error, milliseconds: time } = step;
    return error === ''
      ? { state: 'fine', words: t('adminOauth2.answered', { time }) }
      : {
          state: 'failed',
          words: t(error === 'issuer' ? 'adminOauth2.otherIssuer' : `adminOauth2.${error}`),
        };
  };
  return (
    <TestPanel
      title={title}
      help={help}
      formId={formId}
      action={t('adminOauth2.testAction')}
      working={test.working}
      error={
        isMissing
          ? t(draft.kind === 'oidc' ? 'adminOauth2.testMissingOidc' : 'adminOauth2.testMissing')
          : test.otherError()
      }
      milliseconds={testResult?.milliseconds}
      steps={STEPS[draft.kind].map((name) => ({
        name,
        label: t(STEP_LABELS[name]),
        ...stepResult(name),
      }))}
      onSend={() => {
        setTestResult(undefined);
        const isEmpty = requiredValues(draft).some((text) => text.trim() === '');
        setMissing(isEmpty);
        if (!isEmpty) test.send({ oauth2_form: draft });
      }}
    />
  );
}
