import { loginPreset } from '@octavo/contract/login-presets';
import {
  MAX_CLIENT_ID_LENGTH,
  MAX_LINK_LENGTH,
  MAX_LOGIN_BUTTON_LENGTH,
} from '@octavo/contract/setting-limits';
import { useState } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { CopyButton } from '../../../shared/ui/copy-button.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { TextInput } from '../../../shared/ui/text-input.tsx';
import { ChoiceField } from '../parts/choice-field.tsx';
import { StoredSecretField } from '../parts/stored-secret-field.tsx';
import { oauth2Input, type Oauth2FieldsProps } from './oauth2-draft.ts';
import styles from '../parts/settings.module.css';

/** The names of the credentials in the consoles of the products. */
const CREDENTIAL_NAMES = {
  '': { clientId: 'adminOauth2.clientId', clientSecret: 'adminOauth2.clientSecret' },
  feishu: { clientId: 'adminOauth2.appId', clientSecret: 'adminOauth2.appSecret' },
  dingtalk: { clientId: 'adminOauth2.clientId', clientSecret: 'adminOauth2.clientSecret' },
  wecom: { clientId: 'adminOauth2.corpId', clientSecret: 'adminOauth2.secret' },
} as const;
const ASKED_NAMES = { agent_id: 'adminOauth2.agentId', tenant: 'adminOauth2.dingCorp' } as const;

/** The registration of this site at the provider: redirect URL and client credentials. */
export function Oauth2Application(
  props: Oauth2FieldsProps & { defaultRedirect: string; logoutAddress: string; isStored: boolean },
) {
  const { t } = useText();
  const { draft, fieldErrors, onDraft, defaultRedirect, logoutAddress } = props;
  const { clientId, clientSecret } = CREDENTIAL_NAMES[draft.preset];
  const asks = loginPreset(draft.preset)?.asks ?? [];
  const redirect = draft.redirectUri || defaultRedirect;
  // The default redirect URL is read-only; another one is needed only if the site has another public URL.
  const [isCustom, setCustom] = useState(false);
  return (
    <>
      <h2 className={styles.title}>{t('adminOauth2.application')}</h2>
      <Field
        label={t('adminOauth2.redirect')}
        help={t('adminOauth2.redirectHelp')}
        error={fieldErrors.get('redirectUri')}
        aside={
          !isCustom && (
            <button type="button" className={styles.link} onClick={() => setCustom(true)}>
              {t('adminOauth2.redirectOther')}
            </button>
          )
        }
      >
        <TextInput
          mono
          {...oauth2Input(props, 'redirectUri')}
          readOnly={!isCustom}
          value={redirect}
          onText={(text) =>
            onDraft({ ...draft, redirectUri: text === defaultRedirect ? '' : text })
          }
          maxLength={MAX_LINK_LENGTH}
          trailing={<CopyButton text={redirect} />}
        />
      </Field>
      {draft.kind === 'oidc' && (
        <Field label={t('adminOauth2.logout')} help={t('adminOauth2.logoutHelp')}>
          <TextInput
            mono
            readOnly
            name="logout_address"
            value={logoutAddress}
            onText={() => {}}
            trailing={<CopyButton text={logoutAddress} />}
          />
        </Field>
      )}
      <Field label={t('adminOauth2.entrance')} optional>
        <TextInput
          {...oauth2Input(props, 'entrance_tips')}
          placeholder={t('user.entrance')}
          maxLength={MAX_LOGIN_BUTTON_LENGTH}
        />
      </Field>
      <div className={styles.pair}>
        <Field label={t(clientId)} error={fieldErrors.get('client_id')}>
          <TextInput mono {...oauth2Input(props, 'client_id')} maxLength={MAX_CLIENT_ID_LENGTH} />
        </Field>
        <StoredSecretField
          {...oauth2Input(props, 'client_secret')}
          label={t(clientSecret)}
          isStored={props.isStored}
          hasSecret={draft.has_client_secret}
          onHasSecret={(has_client_secret) => onDraft({ ...draft, has_client_secret })}
        />
      </div>
      {asks.map((name) => (
        <Field
          key={name}
          label={t(ASKED_NAMES[name])}
          help={t(`${ASKED_NAMES[name]}Help`)}
          error={fieldErrors.get(name)}
        >
          <TextInput mono {...oauth2Input(props, name)} maxLength={MAX_CLIENT_ID_LENGTH} />
        </Field>
      ))}
      {draft.preset === '' && (
        <ChoiceField
          label={t('adminOauth2.clientAuth')}
          value={draft.client_auth}
          onValue={(client_auth) => onDraft({ ...draft, client_auth })}
          options={(['body', 'header'] as const).map((value) => ({
            value,
            label: t(`adminOauth2.${value}`),
          }))}
        />
      )}
    </>
  );
}
