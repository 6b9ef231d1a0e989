import { calls } from '@octavo/contract';
import type { ScimConfig } from '@octavo/contract/admin-scim.entities';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useFieldErrors } from '../../../shared/hooks/field-errors.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { SelectInput } from '../../../shared/ui/select-input.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import styles from '../directory/directory.module.css';
import { GroupMappings } from '../directory/group-mappings.tsx';
import { SavedForm } from '../parts/saved-form.tsx';
import settings from '../parts/settings.module.css';
import { useDraft } from '../use-draft.ts';
import { AddScimMapping } from './add-scim-mapping.tsx';
import { parseMappings, SCIM_ROLES, toScimDraft } from './scim-draft.ts';

/** How the people of the identity provider log in, and which of its groups give teams and roles. */
export function ScimForm({ config }: { config: ScimConfig }) {
  const { t } = useText();
  const { draft, changes, isChanged, change, discard } = useDraft(toScimDraft(config));
  const { login, subject } = draft.scim_form;
  const fieldErrors = useFieldErrors({});
  const save = useFormCommand(calls.adminScim.saveConfig, {
    refresh: [calls.adminScim.loadConfig],
    onDone: () => {
      discard();
      showToast({ kind: 'done', text: t('adminScim.saved') });
    },
  });
  const isOpen = { none: 1, ldap: config.ldap_open, oauth2: config.oauth2_open }[login] === 1;
  return (
    <SavedForm
      fieldErrors={fieldErrors}
      isChanged={isChanged}
      lastSave={config.scim_saved}
      save={save}
      saveText={t('adminScim.save')}
      onDiscard={discard}
      onSend={() =>
        save.send({
          ...(changes.scim_form && { scim_form: changes.scim_form }),
          ...(changes.mappings !== undefined && {
            mappings: parseMappings(draft.mappings).map(({ group, team_id, groupid }) => ({
              scim_group_id: group,
              team_id,
              groupid: groupid as 2 | 3,
            })),
          }),
        })
      }
    >
      <section className={styles.part}>
        <div className={styles.head}>
          <div>
            <h2>{t('adminScim.login')}</h2>
            <p>{t('adminScim.loginHelp')}</p>
          </div>
        </div>
        <div className={settings.pair}>
          <Field label={t('adminScim.loginProvider')}>
            <SelectInput
              value={login}
              onValue={(next) => change({ scim_form: { login: next, subject } })}
              options={[
                { value: 'none', name: t('adminScim.loginNone') },
                { value: 'ldap', name: t('adminLogin.ldap') },
                { value: 'oauth2', name: t('adminLogin.oauth2') },
              ]}
            />
          </Field>
          {login !== 'none' && (
            <Field label={t('adminScim.subject')} help={t('adminScim.subjectHelp')}>
              <SelectInput
                value={subject}
                onValue={(next) => change({ scim_form: { login, subject: next } })}
                options={(['externalId', 'userName', 'employeeNumber'] as const).map((value) => ({
                  value,
                  name: value,
                }))}
              />
            </Field>
          )}
        </div>
        {!isOpen && <Note kind="warning">{t('adminScim.loginOff')}</Note>}
      </section>
      <hr className={settings.rule} />
      <GroupMappings
        mappings={parseMappings(draft.mappings)}
        groupLabel={t('adminScim.group')}
        roles={SCIM_ROLES}
        edit={{
          onMappings: (mappings) => change({ mappings: JSON.stringify(mappings) }),
          renderAddDialog: (dialog) => <AddScimMapping {...dialog} />,
        }}
      />
    </SavedForm>
  );
}
