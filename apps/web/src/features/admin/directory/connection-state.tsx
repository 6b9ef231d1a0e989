import { calls } from '@octavo/contract';
import { paths } from '@octavo/contract/paths';
import { useCall } from '../../../shared/api/use-call.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { ButtonLink } from '../../../shared/ui/button.tsx';
import styles from './directory.module.css';
import type { Matches } from './match-count.tsx';
import { runErrorText } from './run-texts.ts';

/** The directory and whether it has answered the count of matches. */
export function ConnectionState({ matches }: { matches: Matches }) {
  const { t } = useText();
  const { data: ldap } = useCall(calls.adminSetting.loadLdapConfig, {});
  const { data } = matches;
  if (!ldap) return null;
  const { host, port, security } = ldap.ldap_form;
  const place = `${security === 'tls' ? 'ldaps' : 'ldap'}://${host}:${port}`;
  const error = data?.error ?? '';
  return (
    <div className={styles.head}>
      <h2>{t('adminDirectory.connection')}</h2>
      <output className={error === '' ? styles.answered : styles.unanswered}>
        {!data && place}
        {data && error === '' && t('adminDirectory.answered', { place, time: data.milliseconds })}
        {error !== '' && t(runErrorText(error))}
      </output>
      <ButtonLink to={paths.admin.href({ tab: 'ldap' })}>
        {t('adminDirectory.editConnection')}
      </ButtonLink>
    </div>
  );
}
