import type { Oauth2Config } from '@octavo/contract/admin-oauth2.entities';
import type { LdapConfig } from '@octavo/contract/admin-setting.entities';
import { useText } from '../../../shared/i18n/texts.tsx';
import { SettingValues, useSecretState, ValuesFoot } from '../parts/setting-values.tsx';
import { providerType } from './oauth2-draft.ts';
import styles from '../parts/settings.module.css';

/** The LDAP settings for auditors. */
export function LdapValues({ config }: { config: LdapConfig }) {
  const secret = useSecretState();
  const form = config.ldap_form;
  return (
    <div className={`${styles.form} ${styles.fields}`}>
      <SettingValues
        values={{
          ldap_open: config.ldap_open === 1,
          'ldap_form.host': form.host,
          'ldap_form.port': form.port,
          'ldap_form.security': form.security,
          'ldap_form.ca': form.ca,
          'ldap_form.base_dn': form.base_dn,
          'ldap_form.user_field': form.user_field,
          'ldap_form.bind_dn': form.bind_dn,
          'ldap_form.bind_password': secret(form.has_bind_password),
          'ldap_form.name_field': form.name_field,
        }}
      />
      <ValuesFoot lastSave={config.ldap_saved} />
    </div>
  );
}

/** The OAuth2 settings for auditors. */
export function Oauth2Values({ config }: { config: Oauth2Config }) {
  const { t } = useText();
  const secret = useSecretState();
  const form = config.oauth2_form;
  return (
    <div className={`${styles.form} ${styles.fields}`}>
      <SettingValues
        values={{
          oauth2_open: config.oauth2_open === 1,
          'oauth2_form.kind': providerType(form),
          'oauth2_form.redirectUri': form.redirectUri || config.own_redirect,
          'oauth2_form.entrance_tips': form.entrance_tips,
          'oauth2_form.client_id': form.client_id,
          'oauth2_form.client_secret': secret(form.has_client_secret),
          'oauth2_form.client_auth': form.client_auth,
        }}
      />
      <SettingValues
        title={t('adminOauth2.provider')}
        values={{
          ...(form.kind === 'oidc' ? { 'oauth2_form.issuer': form.issuer } : endpoints(form)),
          'oauth2_form.scope': form.scope,
          'oauth2_form.username_field': form.username_field,
          'oauth2_form.name_field': form.name_field,
          'oauth2_form.mail_field': form.mail_field,
          'oauth2_form.tenant_field': form.tenant_field,
          'oauth2_form.tenant': form.tenant,
          'oauth2_form.ca': form.ca,
        }}
      />
      <ValuesFoot lastSave={config.oauth2_saved} />
    </div>
  );
}

const endpoints = (form: Oauth2Config['oauth2_form']) => ({
  'oauth2_form.protocol': form.protocol,
  'oauth2_form.host': form.host,
  'oauth2_form.authorize_path': form.authorize_path,
  'oauth2_form.token_path': form.token_path,
  'oauth2_form.token_request': form.token_request,
  'oauth2_form.userinfo_path': form.userinfo_path,
  'oauth2_form.resource_path': form.resource_path,
  'oauth2_form.profile_path': form.profile_path,
  'oauth2_form.token_header': form.token_header,
  'oauth2_form.agent_id': form.agent_id,
  'oauth2_form.id_field': form.id_field,
});
