import { calls } from '@octavo/contract';
import type { DirectoryConfig } from '@octavo/contract/admin-directory.entities';
import { ATTRIBUTE_PATTERN } from '@octavo/contract/patterns';
import {
  DIRECTORY_RANGES,
  MAX_DN_LENGTH,
  MAX_FIELD_NAME_LENGTH,
  MAX_FILTER_LENGTH,
} from '@octavo/contract/setting-limits';
import { Eye } from 'lucide-react';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useFieldErrors } from '../../../shared/hooks/field-errors.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { ChoiceCards } from '../../../shared/ui/choice-cards.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { TextInput } from '../../../shared/ui/text-input.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import { SavedForm } from '../parts/saved-form.tsx';
import settings from '../parts/settings.module.css';
import { SwitchField } from '../parts/switch-field.tsx';
import { useDraft } from '../use-draft.ts';
import { AddDirectoryMapping } from './add-directory-mapping.tsx';
import { ConnectionState } from './connection-state.tsx';
import { parseMappings, toDirectoryDraft, type DraftForm } from './directory-draft.ts';
import styles from './directory.module.css';
import { GroupMappings } from './group-mappings.tsx';
import { MatchCount, useMatches } from './match-count.tsx';

const isFilter = (text: string) => /^(?:|\(.*\))$/.test(text.trim());

interface DirectoryFormProps {
  config: DirectoryConfig;
  isRunning: boolean;
  onPreview: () => void;
}

/** Who may log in, which groups give teams and roles, and what happens to people who are gone. */
export function DirectoryForm({ config, isRunning, onPreview }: DirectoryFormProps) {
  const { t } = useText();
  const { draft, changes, isChanged, change, discard } = useDraft(toDirectoryDraft(config));
  const form = draft.directory_form;
  const set = (next: Partial<DraftForm>) => change({ directory_form: { ...form, ...next } });
  const matches = useMatches(form);
  const { min, max } = DIRECTORY_RANGES.gone_checks;
  const checks = Number(form.gone_checks);
  const isChecks = /^\d{1,3}$/.test(form.gone_checks) && checks >= min && checks <= max;
  const fieldErrors = useFieldErrors({
    user_filter: !isFilter(form.user_filter) && t('adminDirectory.filterWrong'),
    group_filter: !isFilter(form.group_filter) && t('adminDirectory.filterWrong'),
    mail_field:
      form.mail_field !== '' &&
      !ATTRIBUTE_PATTERN.test(form.mail_field) &&
      t('adminLogin.fieldWrong'),
    gone_checks: !isChecks && t('adminDirectory.numberWrong', { min, max }),
  });
  const save = useFormCommand(calls.adminDirectory.saveConfig, {
    refresh: [calls.adminDirectory.loadConfig],
    onDone: () => {
      discard();
      showToast({ kind: 'done', text: t('adminDirectory.saved') });
    },
  });
  const input = (name: 'user_filter' | 'group_filter' | 'mail_field' | 'group_base_dn') => ({
    name,
    mono: true,
    value: form[name],
    onText: (text: string) => set({ [name]: text }),
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
  });
  return (
    <SavedForm
      fieldErrors={fieldErrors}
      isChanged={isChanged}
      lastSave={config.directory_saved}
      save={save}
      saveText={t('adminDirectory.save')}
      onDiscard={discard}
      onSend={() =>
        save.send({
          ...(changes.directory_form && { directory_form: changes.directory_form }),
          ...(changes.mappings !== undefined && {
            mappings: parseMappings(draft.mappings).map(({ group, team_id, groupid }) => ({
              group_dn: group,
              team_id,
              groupid: groupid as 1 | 2 | 3,
            })),
          }),
        })
      }
      tools={
        <Button icon={<Eye />} disabled={isRunning} onClick={onPreview}>
          {t('adminDirectory.preview')}
        </Button>
      }
    >
      <ConnectionState matches={matches} />
      <hr className={settings.rule} />
      <section className={styles.part}>
        <div className={styles.head}>
          <div>
            <h2>{t('adminDirectory.who')}</h2>
            <p>
              <MatchCount matches={matches} />
            </p>
          </div>
        </div>
        <Field
          label={t('adminDirectory.userFilter')}
          help={t('adminDirectory.userFilterHelp')}
          error={fieldErrors.get('user_filter')}
        >
          <TextInput
            {...input('user_filter')}
            maxLength={MAX_FILTER_LENGTH}
            onBlur={() => fieldErrors.touch('user_filter')}
          />
        </Field>
        <Field
          label={t('adminDirectory.groupFilter')}
          help={t('adminDirectory.groupFilterHelp')}
          error={fieldErrors.get('group_filter')}
        >
          <TextInput
            {...input('group_filter')}
            maxLength={MAX_FILTER_LENGTH}
            onBlur={() => fieldErrors.touch('group_filter')}
          />
        </Field>
        <div className={settings.pair}>
          <Field label={t('adminDirectory.groupBase')} help={t('adminDirectory.groupBaseHelp')}>
            <TextInput {...input('group_base_dn')} maxLength={MAX_DN_LENGTH} />
          </Field>
          <Field
            label={t('adminDirectory.mailField')}
            help={t('adminDirectory.mailFieldHelp')}
            error={fieldErrors.get('mail_field')}
          >
            <TextInput
              {...input('mail_field')}
              maxLength={MAX_FIELD_NAME_LENGTH}
              onBlur={() => fieldErrors.touch('mail_field')}
            />
          </Field>
        </div>
        <SwitchField
          label={t('adminDirectory.createAccounts')}
          help={t('adminDirectory.createAccountsHelp')}
          checked={form.create_accounts}
          onChecked={(create_accounts) => set({ create_accounts })}
        />
      </section>
      <hr className={settings.rule} />
      <GroupMappings
        mappings={parseMappings(draft.mappings)}
        groupLabel={t('adminDirectory.group')}
        edit={{
          onMappings: (mappings) => change({ mappings: JSON.stringify(mappings) }),
          renderAddDialog: (dialog) => <AddDirectoryMapping {...dialog} />,
        }}
      />
      <hr className={settings.rule} />
      <section className={styles.part}>
        <div className={styles.head}>
          <div>
            <h2>{t('adminDirectory.gone')}</h2>
            <p>{t('adminDirectory.goneHelp')}</p>
          </div>
        </div>
        <div className={styles.cards}>
          <ChoiceCards
            label={t('adminDirectory.gone')}
            value={form.gone_policy}
            onValue={(gone_policy) => set({ gone_policy })}
            choices={[
              {
                value: 'once',
                label: t('adminDirectory.once'),
                help: t('adminDirectory.onceHelp'),
              },
              {
                value: 'checks',
                label: t('adminDirectory.checks', { count: isChecks ? checks : min }),
                help: t('adminDirectory.checksHelp'),
              },
              {
                value: 'report',
                label: t('adminDirectory.report'),
                help: t('adminDirectory.reportHelp'),
              },
            ]}
          />
        </div>
        {form.gone_policy === 'checks' && (
          <div className={styles.short}>
            <Field label={t('adminDirectory.goneChecks')} error={fieldErrors.get('gone_checks')}>
              <TextInput
                name="gone_checks"
                inputMode="numeric"
                value={form.gone_checks}
                onText={(gone_checks) => set({ gone_checks })}
                onBlur={() => fieldErrors.touch('gone_checks')}
              />
            </Field>
          </div>
        )}
      </section>
    </SavedForm>
  );
}
