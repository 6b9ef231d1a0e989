import { calls } from '@octavo/contract';
import type { Oauth2Config } from '@octavo/contract/admin-oauth2.entities';
import { useId } from 'react';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useFieldErrors } from '../../../shared/hooks/field-errors.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import { ExternalLoginForm } from './external-login-form.tsx';
import { Oauth2Application } from './oauth2-application.tsx';
import { toOauth2Draft, type Oauth2Draft } from './oauth2-draft.ts';
import { Oauth2Provider } from './oauth2-provider.tsx';
import { Oauth2Test } from './oauth2-test.tsx';
import { useDraft } from '../use-draft.ts';
import styles from '../parts/settings.module.css';

const isUrl = (text: string) => /^(?:$|https?:\/\/)/.test(text.trim());
const isPath = (text: string) => /^(?:$|\/(?!\/)|https?:\/\/)/.test(text.trim());
const isHost = (text: string) => /^(?:[\w.-]+|\[[\da-fA-F:]+\])(?::\d{1,5})?$/.test(text.trim());
const isClaim = (text: string) => /^[\w.-]*$/.test(text.trim());

export function Oauth2Settings({ config }: { config: Oauth2Config }) {
  const { t } = useText();
  const testId = useId();
  const {
    draft: settings,
    changes,
    isChanged,
    change,
    discard,
  } = useDraft({
    oauth2_open: config.oauth2_open === 1,
    oauth2_form: toOauth2Draft(config),
  });
  const { oauth2_open: isOpen, oauth2_form: draft } = settings;
  const required = (text: string) => isOpen && text.trim() === '' && t('user.missing');
  const path = (text: string) => !isPath(text) && t('adminOauth2.pathWrong');
  const fieldErrors = useFieldErrors({
    redirectUri: !isUrl(draft.redirectUri) && t('adminOauth2.addressWrong'),
    client_id: required(draft.client_id),
    host:
      required(draft.host) ||
      (draft.host !== '' && !isHost(draft.host) && t('adminOauth2.hostWrong')),
    authorize_path: required(draft.authorize_path) || path(draft.authorize_path),
    token_path: required(draft.token_path) || path(draft.token_path),
    resource_path: path(draft.resource_path),
    userinfo_path:
      required(draft.userinfo_path || draft.resource_path) || path(draft.userinfo_path),
    id_field: !isClaim(draft.id_field) && t('adminLogin.fieldWrong'),
    username_field: !isClaim(draft.username_field) && t('adminLogin.fieldWrong'),
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
      onSend={() => save.send(changes)}
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
      <Oauth2Application
        {...fields}
        defaultRedirect={config.own_redirect}
        isStored={config.oauth2_form.has_client_secret === 1}
      />
      <hr className={styles.rule} />
      <Oauth2Provider {...fields} />
    </ExternalLoginForm>
  );
}
