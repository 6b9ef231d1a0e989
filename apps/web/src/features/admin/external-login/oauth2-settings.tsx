import { calls } from '@octavo/contract';
import type { Oauth2Config } from '@octavo/contract/admin-oauth2.entities';
import { loginPreset } from '@octavo/contract/login-presets';
import { CLAIM_NAMES_PATTERN, HEADER_NAME_PATTERN } from '@octavo/contract/patterns';
import { useId } from 'react';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useFieldErrors } from '../../../shared/hooks/field-errors.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import { ExternalLoginForm } from './external-login-form.tsx';
import { Oauth2Application } from './oauth2-application.tsx';
import {
  isFirstProvider,
  providerType,
  toOauth2Draft,
  withProviderType,
  type Oauth2Draft,
} from './oauth2-draft.ts';
import { Oauth2Provider } from './oauth2-provider.tsx';
import { Oauth2Test } from './oauth2-test.tsx';
import { OidcClaims, OidcProvider } from './oidc-provider.tsx';
import { ProviderTypeField } from './provider-type-field.tsx';
import { useDraft } from '../use-draft.ts';
import styles from '../parts/settings.module.css';

const isUrl = (text: string) => /^(?:$|https?:\/\/)/.test(text.trim());
const isPath = (text: string) => /^(?:$|\/(?!\/)|https?:\/\/)/.test(text.trim());
const isHost = (text: string) => /^(?:[\w.-]+|\[[\da-fA-F:]+\])(?::\d{1,5})?$/.test(text.trim());
const isClaim = (text: string) => CLAIM_NAMES_PATTERN.test(text.trim());
const isHeader = (text: string) => HEADER_NAME_PATTERN.test(text.trim());

export function Oauth2Settings({ config }: { config: Oauth2Config }) {
  const { t } = useText();
  const testId = useId();
  const stored = toOauth2Draft(config);
  const isFirst = isFirstProvider(stored);
  const saved = isFirst ? withProviderType(stored, 'oidc', stored) : stored;
  const {
    draft: settings,
    changes,
    isChanged,
    change,
    discard,
  } = useDraft({
    oauth2_open: config.oauth2_open === 1,
    oauth2_form: saved,
  });
  const { oauth2_open: isOpen, oauth2_form: draft } = settings;
  const isOidc = draft.kind === 'oidc';
  const asks = loginPreset(draft.preset)?.asks ?? [];
  const required = (text: string) => isOpen && text.trim() === '' && t('user.missing');
  const endpoint = (text: string) => !isOidc && required(text);
  const path = (text: string) => !isPath(text) && t('adminOauth2.pathWrong');
  const claim = (text: string) => !isClaim(text) && t('adminLogin.fieldWrong');
  const fieldErrors = useFieldErrors({
    issuer:
      isOidc && (required(draft.issuer) || (!isUrl(draft.issuer) && t('adminOauth2.addressWrong'))),
    redirectUri: !isUrl(draft.redirectUri) && t('adminOauth2.addressWrong'),
    client_id: required(draft.client_id),
    host:
      endpoint(draft.host) ||
      (draft.host !== '' && !isHost(draft.host) && t('adminOauth2.hostWrong')),
    authorize_path: endpoint(draft.authorize_path) || path(draft.authorize_path),
    token_path: endpoint(draft.token_path) || path(draft.token_path),
    resource_path: path(draft.resource_path),
    userinfo_path:
      endpoint(draft.userinfo_path || draft.resource_path) || path(draft.userinfo_path),
    profile_path: path(draft.profile_path),
    id_field: claim(draft.id_field),
    username_field: claim(draft.username_field),
    name_field: claim(draft.name_field),
    mail_field: claim(draft.mail_field),
    tenant_field: claim(draft.tenant_field),
    tenant:
      (draft.tenant_field !== '' || asks.some((name) => name === 'tenant')) &&
      required(draft.tenant),
    agent_id: asks.some((name) => name === 'agent_id') && required(draft.agent_id),
    token_header: !isHeader(draft.token_header) && t('adminOauth2.headerWrong'),
  });
  const save = useFormCommand(calls.adminSetting.saveOauth2Config, {
    refresh: [calls.adminSetting.loadOauth2Config, calls.user.oauthInfo],
    onDone: () => {
      discard();
      showToast({ kind: 'done', text: t('adminOauth2.saved') });
    },
  });
  const fields = {
    draft,
    fieldErrors,
    onDraft: (oauth2_form: Oauth2Draft) => change({ oauth2_form }),
  };
  return (
    <ExternalLoginForm
      enableSwitch={{
        label: t('adminOauth2.open'),
        help: t('adminOauth2.openHelp'),
        checked: isOpen,
        onChecked: (oauth2_open) => change({ oauth2_open }),
      }}
      fieldErrors={fieldErrors}
      isChanged={isChanged}
      lastSave={config.oauth2_saved}
      save={save}
      saveText={t('adminLogin.save')}
      onSend={() => {
        const { kind, scope } = saved;
        const first = isFirst && { oauth2_form: { kind, scope, ...changes.oauth2_form } };
        save.send({ ...changes, ...first });
      }}
      onDiscard={discard}
      testText={t('adminOauth2.testAction')}
      testId={testId}
      test={
        <Oauth2Test
          draft={draft}
          title={t('adminOauth2.test')}
          help={t('adminOauth2.testHelp')}
          formId={testId}
        />
      }
    >
      <ProviderTypeField
        type={providerType(draft)}
        onType={(type) => change({ oauth2_form: withProviderType(draft, type, stored) })}
      />
      {isOidc && <OidcProvider {...fields} />}
      <hr className={styles.rule} />
      <Oauth2Application
        {...fields}
        defaultRedirect={config.own_redirect}
        logoutAddress={config.own_logout}
        isStored={config.oauth2_form.has_client_secret === 1}
      />
      <hr className={styles.rule} />
      {isOidc ? <OidcClaims {...fields} /> : <Oauth2Provider {...fields} />}
    </ExternalLoginForm>
  );
}
