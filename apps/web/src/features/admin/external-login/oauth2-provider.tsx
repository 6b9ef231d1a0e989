import { loginPreset } from '@octavo/contract/login-presets';
import {
  MAX_FIELD_NAME_LENGTH,
  MAX_HOST_LENGTH,
  MAX_LINK_LENGTH,
  MAX_OAUTH2_SCOPE_LENGTH,
} from '@octavo/contract/setting-limits';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { TextInput } from '../../../shared/ui/text-input.tsx';
import { oauth2Input, type Oauth2FieldsProps } from './oauth2-draft.ts';
import { Oauth2Discovery } from './oauth2-discovery.tsx';
import { CaField } from './ca-field.tsx';
import { ClaimField, TenantFields } from './claim-fields.tsx';
import { ChoiceField } from '../parts/choice-field.tsx';
import styles from '../parts/settings.module.css';

const PATHS = [
  ['authorize_path', 'authorizePath'],
  ['token_path', 'tokenPath'],
  ['userinfo_path', 'userinfoPath'],
] as const;

/** The addresses of the provider and the names of the fields in its responses. A preset has filled them in. */
export function Oauth2Provider(props: Oauth2FieldsProps) {
  const { t } = useText();
  const { draft, onDraft } = props;
  const isPreset = draft.preset !== '';
  if (isPreset)
    return (
      <details className={styles.more}>
        <summary>{t('adminOauth2.presetFields')}</summary>
        <div className={styles.fields}>
          <Endpoints {...props} />
          <Deviations {...props} />
        </div>
      </details>
    );
  return (
    <>
      <h2 className={styles.title}>{t('adminOauth2.provider')}</h2>
      <Oauth2Discovery
        ca={draft.ca}
        onDiscovered={(discovered) => onDraft({ ...draft, ...discovered })}
      />
      <Endpoints {...props} />
      <details className={styles.more}>
        <summary>{t('adminOauth2.deviations')}</summary>
        <div className={styles.fields}>
          <Deviations {...props} />
        </div>
      </details>
    </>
  );
}

function Endpoints(props: Oauth2FieldsProps) {
  const { t } = useText();
  const { draft, fieldErrors, onDraft } = props;
  return (
    <>
      <div className={styles.lead}>
        <ChoiceField
          label={t('adminOauth2.protocol')}
          value={draft.protocol}
          onValue={(protocol) => onDraft({ ...draft, protocol })}
          options={[
            { value: 'https', label: 'https' },
            { value: 'http', label: 'http' },
          ]}
        />
        <Field label={t('adminOauth2.host')} error={fieldErrors.get('host')}>
          <TextInput mono {...oauth2Input(props, 'host')} maxLength={MAX_HOST_LENGTH} />
        </Field>
      </div>
      {draft.protocol === 'http' && <Note kind="warning">{t('adminOauth2.httpWarning')}</Note>}
      <div className={styles.pair}>
        {PATHS.map(([name, label]) => (
          <Field key={name} label={t(`adminOauth2.${label}`)} error={fieldErrors.get(name)}>
            <TextInput mono {...oauth2Input(props, name)} maxLength={MAX_LINK_LENGTH} />
          </Field>
        ))}
        <Field
          label={t('adminOauth2.resourcePath')}
          help={t('adminOauth2.resourceHelp')}
          error={fieldErrors.get('resource_path')}
          optional
        >
          <TextInput mono {...oauth2Input(props, 'resource_path')} maxLength={MAX_LINK_LENGTH} />
        </Field>
        <Field label={t('adminOauth2.scope')} optional>
          <TextInput mono {...oauth2Input(props, 'scope')} maxLength={MAX_OAUTH2_SCOPE_LENGTH} />
        </Field>
        <span />
        <ClaimField {...props} name="id_field" />
        <ClaimField {...props} name="username_field" />
        <ClaimField {...props} name="name_field" />
        <ClaimField {...props} name="mail_field" help={t('adminOauth2.mailHelp')} />
      </div>
      {draft.protocol === 'https' && (
        <CaField
          ca={draft.ca}
          help={t('adminOauth2.caHelp')}
          onCa={(ca) => onDraft({ ...draft, ca })}
        />
      )}
    </>
  );
}

/** The placeholders that the server fills in, by address. */
const PLACEHOLDERS = {
  authorize: '{client_id} {redirect_uri} {state}',
  token: '{client_id} {client_secret}',
  user: '{access_token} {code} {id}',
};

/** Options for providers that deviate from OAuth2. */
function Deviations(props: Oauth2FieldsProps) {
  const { t } = useText();
  const { draft, fieldErrors, onDraft } = props;
  const isAskedForTenant = loginPreset(draft.preset)?.asks.some((name) => name === 'tenant');
  return (
    <>
      <p className={styles.quiet}>{t('adminOauth2.placeholders', PLACEHOLDERS)}</p>
      <ChoiceField
        label={t('adminOauth2.tokenRequest')}
        value={draft.token_request}
        onValue={(token_request) => onDraft({ ...draft, token_request })}
        options={(['form', 'json', 'camelJson'] as const).map((value) => ({
          value,
          label: t(`adminOauth2.${value}`),
        }))}
      />
      <div className={styles.pair}>
        <Field
          label={t('adminOauth2.tokenHeader')}
          help={t('adminOauth2.tokenHeaderHelp')}
          error={fieldErrors.get('token_header')}
          optional
        >
          <TextInput
            mono
            {...oauth2Input(props, 'token_header')}
            maxLength={MAX_FIELD_NAME_LENGTH}
          />
        </Field>
        <Field
          label={t('adminOauth2.profilePath')}
          help={t('adminOauth2.profilePathHelp')}
          error={fieldErrors.get('profile_path')}
          optional
        >
          <TextInput mono {...oauth2Input(props, 'profile_path')} maxLength={MAX_LINK_LENGTH} />
        </Field>
      </div>
      {!isAskedForTenant && <TenantFields {...props} />}
    </>
  );
}
