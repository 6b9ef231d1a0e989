import { calls } from '@octavo/contract';
import type { Diagnosis } from '@octavo/contract/admin-system.entities';
import { useCall } from '../../../shared/api/use-call.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { QueryState } from '../../../shared/ui/query-state.tsx';
import { SectionHead } from '../../../shared/ui/card.tsx';
import { toLdapDraft } from '../external-login/ldap-fields.tsx';
import { LdapTest } from '../external-login/ldap-test.tsx';
import { toMailDraft, MailTest } from '../settings/mail-fields.tsx';
import { toOauth2Draft } from '../external-login/oauth2-draft.ts';
import { Oauth2Test } from '../external-login/oauth2-test.tsx';
import styles from '../parts/settings.module.css';

/** Tests the saved mail, LDAP and OAuth2 settings; only those that are enabled are shown. */
export function ConnectionTests({ diagnosis }: { diagnosis: Diagnosis }) {
  const mail = diagnosis.engines.find(({ name }) => name === 'mail');
  return (
    <div className={styles.form}>
      {mail && mail.state !== 'off' && <SavedMailTest />}
      {diagnosis.ldap_open === 1 && <SavedLdapTest />}
      {diagnosis.oauth2_open === 1 && <SavedOauth2Test />}
    </div>
  );
}

function SavedMailTest() {
  const { t } = useText();
  const query = useCall(calls.adminSetting.loadConfig, {});
  return (
    <section className={styles.below}>
      <SectionHead title={t('adminSystem.mailTest')} help={t('adminSystem.mailTestHelp')} />
      <QueryState query={query}>
        {(config) => <MailTest mail={toMailDraft(config)} isReady />}
      </QueryState>
    </section>
  );
}

function SavedLdapTest() {
  const { t } = useText();
  const query = useCall(calls.adminSetting.loadLdapConfig, {});
  return (
    <QueryState query={query}>
      {(config) => (
        <LdapTest
          draft={toLdapDraft(config)}
          title={t('adminSystem.ldapTest')}
          help={t('adminSystem.ldapTestHelp')}
        />
      )}
    </QueryState>
  );
}

function SavedOauth2Test() {
  const { t } = useText();
  const query = useCall(calls.adminSetting.loadOauth2Config, {});
  return (
    <QueryState query={query}>
      {(config) => (
        <Oauth2Test
          draft={toOauth2Draft(config)}
          title={t('adminSystem.oauth2Test')}
          help={t('adminSystem.oauth2TestHelp')}
        />
      )}
    </QueryState>
  );
}
