import type { LdapTest as LdapTestResult } from '@octavo/contract/admin-setting.entities';
import type { ReactNode } from 'react';
import { formatTime } from '../../../shared/i18n/format-time.ts';
import { useLanguage, useText } from '../../../shared/i18n/texts.tsx';
import type { LdapDraft } from './ldap-fields.tsx';
import styles from '../parts/settings.module.css';

export const ldapSteps = ['reach', 'tls', 'bind', 'base', 'search', 'login'] as const;
type Step = (typeof ldapSteps)[number];

interface StepTextOptions {
  testResult: { answer: LdapTestResult; draft: LdapDraft; username: string } | undefined;
  onUserField: ((field: string) => void) | undefined;
}

/** Returns the result and the duration of a step, or the reason for its failure. */
export function useStepText({
  testResult,
  onUserField,
}: StepTextOptions): (step: Step) => ReactNode {
  const { t } = useText();
  const { language } = useLanguage();
  return (name) => {
    const step = testResult?.answer.steps.find((each) => each.step === name);
    if (!testResult || !step || (step.state === 'untried' && step.fault === ''))
      return t('adminLogin.untried');
    const { answer, draft, username } = testResult;
    const { fault: error, found } = step;
    const time = step.milliseconds;
    if (error === 'nobody')
      return (
        <>
          <p>
            {t('adminLogin.nobody', { field: draft.user_field, username, base: draft.base_dn })}
          </p>
          {answer.instead && <SuggestedField {...answer.instead} onUserField={onUserField} />}
        </>
      );
    if (error === 'base')
      return (
        <>
          <p>{t('adminLogin.base', { base: draft.base_dn })}</p>
          {found !== '' && <p className={styles.quiet}>{t('adminLogin.baseInstead', { found })}</p>}
        </>
      );
    if (error === 'filtered') return t('adminLogin.filtered', { entry: found });
    if (error === 'certificate') return t('adminLogin.certificate', { why: found });
    if (error !== '') return t(`adminLogin.${error}`);
    const until = name === 'tls' ? formatTime(found, language) : '';
    return {
      reach: t('adminLogin.reached', { place: found, time }),
      tls: t('adminLogin.valid', { until, time }),
      bind: t('adminLogin.bound', { who: found, time }),
      base: t('adminLogin.found', { who: found, time }),
      search: t('adminLogin.found', { who: found, time }),
      login: t('adminLogin.fine', { username: answer.username, name: answer.name, time }),
    }[name];
  };
}

function SuggestedField(props: {
  field: string;
  count: number;
  onUserField: ((field: string) => void) | undefined;
}) {
  const { t } = useText();
  const { field, count, onUserField } = props;
  return (
    <p className={styles.quiet}>
      {t('adminLogin.instead', { field, count })}{' '}
      {onUserField && (
        <button type="button" className={styles.link} onClick={() => onUserField(field)}>
          {t('adminLogin.useField', { field })}
        </button>
      )}
    </p>
  );
}
