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
import { ChoiceField } from '../parts/choice-field.tsx';
import styles from '../parts/settings.module.css';

const PATHS = [
  ['authorize_path', 'authorizePath'],
  ['token_path', 'tokenPath'],
  ['userinfo_path', 'userinfoPath'],
] as const;

/** The endpoints of the provider and the names of its claims. */
export function Oauth2Provider(props: Oauth2FieldsProps) {
  const { t } = useText();
  const { draft, fieldErrors, onDraft } = props;
  return (
    <>
      <h2 className={styles.title}>{t('adminOauth2.provider')}</h2>
      <Oauth2Discovery
        ca={draft.ca}
        onDiscovered={(discovered) => onDraft({ ...draft, ...discovered })}
      />
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
        <Field
          label={t('adminOauth2.idField')}
          help={t('adminOauth2.idFieldHelp')}
          error={fieldErrors.get('id_field')}
          optional
        >
          <TextInput mono {...oauth2Input(props, 'id_field')} maxLength={MAX_FIELD_NAME_LENGTH} />
        </Field>
        <Field
          label={t('adminOauth2.usernameField')}
          help={t('adminOauth2.usernameFieldHelp')}
          error={fieldErrors.get('username_field')}
          optional
        >
          <TextInput
            mono
            {...oauth2Input(props, 'username_field')}
            maxLength={MAX_FIELD_NAME_LENGTH}
          />
        </Field>
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
