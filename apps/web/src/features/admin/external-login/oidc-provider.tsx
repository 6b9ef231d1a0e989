import { MAX_LINK_LENGTH, MAX_OAUTH2_SCOPE_LENGTH } from '@octavo/contract/setting-limits';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { TextInput } from '../../../shared/ui/text-input.tsx';
import styles from '../parts/settings.module.css';
import { CaField } from './ca-field.tsx';
import { ClaimField, TenantFields } from './claim-fields.tsx';
import { oauth2Input, type Oauth2FieldsProps } from './oauth2-draft.ts';
import { OidcCheck } from './oidc-check.tsx';

/** The issuer, from which everything else is discovered. */
export function OidcProvider(props: Oauth2FieldsProps) {
  const { t } = useText();
  const { draft, fieldErrors, onDraft } = props;
  const isHttp = draft.issuer.startsWith('http:');
  return (
    <>
      <OidcCheck
        issuer={draft.issuer}
        ca={draft.ca}
        onIssuer={(issuer) => onDraft({ ...draft, issuer })}
        onFound={({ issuer, client_auth }) => onDraft({ ...draft, issuer, client_auth })}
      >
        <Field
          label={t('adminOauth2.oidcIssuer')}
          help={t('adminOauth2.oidcIssuerHelp')}
          error={fieldErrors.get('issuer')}
        >
          <TextInput
            mono
            {...oauth2Input(props, 'issuer')}
            placeholder="https://login.example.com/realms/staff"
            maxLength={MAX_LINK_LENGTH}
          />
        </Field>
      </OidcCheck>
      {isHttp && <Note kind="warning">{t('adminOauth2.httpWarning')}</Note>}
      {!isHttp && (
        <CaField
          ca={draft.ca}
          help={t('adminOauth2.caHelp')}
          onCa={(ca) => onDraft({ ...draft, ca })}
        />
      )}
    </>
  );
}

/** The names of the claims, for providers that do not use the standard ones. */
export function OidcClaims(props: Oauth2FieldsProps) {
  const { t } = useText();
  return (
    <details className={styles.more}>
      <summary>{t('adminOauth2.claims')}</summary>
      <div className={styles.fields}>
        <div className={styles.pair}>
          <Field label={t('adminOauth2.scope')} optional>
            <TextInput mono {...oauth2Input(props, 'scope')} maxLength={MAX_OAUTH2_SCOPE_LENGTH} />
          </Field>
          <span />
          <ClaimField {...props} name="username_field" />
          <ClaimField {...props} name="name_field" />
          <ClaimField {...props} name="mail_field" help={t('adminOauth2.mailHelp')} />
        </div>
        <TenantFields {...props} />
      </div>
    </details>
  );
}
