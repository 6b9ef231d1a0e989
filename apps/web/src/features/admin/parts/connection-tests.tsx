import { calls } from '@octavo/contract';
import type { Diagnosis } from '@octavo/contract/admin-system.entities';
import { useCall } from '../../../shared/api/use-call.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Asked } from '../../../shared/ui/asked.tsx';
import { SectionHead } from '../../../shared/ui/card.tsx';
import { ldapDraftOf } from './ldap-fields.tsx';
import { LdapTest } from './ldap-test.tsx';
import { mailOf, MailTest } from './mail-fields.tsx';
import { oauth2DraftOf } from './oauth2-draft.ts';
import { Oauth2Test } from './oauth2-test.tsx';
import styles from './settings.module.css';

/** Tests the saved mail, LDAP and OAuth2 settings; only those that are enabled are shown. */
export function ConnectionTests({ found }: { found: Diagnosis }) {
  const mail = found.engines.find(({ name }) => name === 'mail');
  return (
    <div className={styles.form}>
      {mail && mail.state !== 'off' && <SavedMail />}
      {found.ldap_open === 1 && <SavedLdap />}
      {found.oauth2_open === 1 && <SavedOauth2 />}
    </div>
  );
}

function SavedMail() {
  const { t } = useText();
  const asked = useCall(calls.adminSetting.loadConfig, {});
  return (
    <section className={styles.below}>
      <SectionHead title={t('adminSystem.mailTest')} help={t('adminSystem.mailTestHelp')} />
      <Asked asked={asked}>{(config) => <MailTest mail={mailOf(config)} isReady />}</Asked>
    </section>
  );
}

function SavedLdap() {
  const { t } = useText();
  const asked = useCall(calls.adminSetting.loadLdapConfig, {});
  return (
    <Asked asked={asked}>
      {(config) => (
        <LdapTest
          draft={ldapDraftOf(config)}
          title={t('adminSystem.ldapTest')}
          help={t('adminSystem.ldapTestHelp')}
        />
      )}
    </Asked>
  );
}

function SavedOauth2() {
  const { t } = useText();
  const asked = useCall(calls.adminSetting.loadOauth2Config, {});
  return (
    <Asked asked={asked}>
      {(config) => (
        <Oauth2Test
          draft={oauth2DraftOf(config)}
          title={t('adminSystem.oauth2Test')}
          help={t('adminSystem.oauth2TestHelp')}
        />
      )}
    </Asked>
  );
}
