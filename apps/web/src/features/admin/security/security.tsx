import { calls } from '@octavo/contract';
import type { CallResponse } from '@octavo/contract/define-call';
import { SECURITY_RANGES } from '@octavo/contract/setting-limits';
import { useCall } from '../../../shared/api/use-call.ts';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useFieldErrors } from '../../../shared/hooks/field-errors.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { ChoiceCards } from '../../../shared/ui/choice-cards.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { QueryState } from '../../../shared/ui/query-state.tsx';
import { TextInput } from '../../../shared/ui/text-input.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import { ConsoleHeader } from '../parts/console-header.tsx';
import { SavedForm } from '../parts/saved-form.tsx';
import { SettingValues, ValuesFoot } from '../parts/setting-values.tsx';
import styles from '../parts/settings.module.css';
import { SwitchField } from '../parts/switch-field.tsx';
import { useMayChange } from '../parts/use-may-change.ts';
import { useDraft } from '../use-draft.ts';

type SecurityConfig = CallResponse<typeof calls.adminSecurity.load>;

/** The security settings of the site. */
export function Security() {
  const { t } = useText();
  const mayChange = useMayChange();
  const query = useCall(calls.adminSecurity.load, {});
  return (
    <>
      <ConsoleHeader title={t('adminSecurity.title')} />
      <div className={styles.form}>
        <QueryState query={query}>
          {(config) =>
            mayChange ? <SecurityForm config={config} /> : <SecurityValues config={config} />
          }
        </QueryState>
      </div>
    </>
  );
}

function toDraft(config: SecurityConfig) {
  return {
    second_factor_for: config.second_factor_for,
    second_factor_days: String(config.second_factor_days),
    second_factor_provider: config.second_factor_provider === 1,
  };
}

const REQUIRED_OF = ['none', 'staff', 'everybody'] as const;

function SecurityForm({ config }: { config: SecurityConfig }) {
  const { t } = useText();
  const { draft, changes, isChanged, change, discard } = useDraft(toDraft(config));
  const { min, max } = SECURITY_RANGES.second_factor_days;
  const days = Number(draft.second_factor_days);
  const isDays = /^\d+$/.test(draft.second_factor_days.trim()) && days >= min && days <= max;
  const fieldErrors = useFieldErrors({
    second_factor_days: !isDays && t('adminSetting.numberWrong', { min, max }),
  });
  const save = useFormCommand(calls.adminSecurity.save, {
    refresh: [calls.adminSecurity.load, calls.user.info],
    onDone: () => {
      discard();
      showToast({ kind: 'done', text: t('adminSetting.saved') });
    },
  });
  const concerned = {
    none: 0,
    staff: config.staff_without,
    everybody: config.users_without,
  }[draft.second_factor_for];
  const isRequired = draft.second_factor_for !== 'none';
  return (
    <SavedForm
      fieldErrors={fieldErrors}
      isChanged={isChanged}
      lastSave={config.security_saved}
      save={save}
      saveText={t('adminSetting.save')}
      onSend={() => save.send(changes)}
      onDiscard={discard}
    >
      <h2 className={styles.title}>{t('adminSecurity.secondFactor')}</h2>
      <p className={styles.quiet}>
        {t('adminSecurity.without', { count: config.users_without, total: config.users })}
      </p>
      <ChoiceCards
        label={t('adminSecurity.requiredOf')}
        choices={REQUIRED_OF.map((value) => ({
          value,
          label: t(`adminSecurity.${value}`),
          help: {
            none: t('adminSecurity.noneHelp'),
            staff: t('adminSecurity.staffHelp', { count: config.staff }),
            everybody: t('adminSecurity.everybodyHelp', { count: config.users_without }),
          }[value],
        }))}
        value={draft.second_factor_for}
        onValue={(second_factor_for) => change({ second_factor_for })}
      />
      {isRequired && (
        <>
          <Field
            label={t('adminSecurity.days')}
            help={t('adminSecurity.daysHelp')}
            error={fieldErrors.get('second_factor_days')}
          >
            <TextInput
              name="second_factor_days"
              inputMode="numeric"
              value={draft.second_factor_days}
              onText={(second_factor_days) => change({ second_factor_days })}
              onBlur={() => fieldErrors.touch('second_factor_days')}
              autoComplete="off"
            />
          </Field>
          <SwitchField
            label={t('adminSecurity.provider')}
            help={t('adminSecurity.providerHelp')}
            checked={draft.second_factor_provider}
            onChecked={(second_factor_provider) => change({ second_factor_provider })}
          />
          {isChanged && concerned > 0 && (
            <Note kind="warning">{t('adminSecurity.concerned', { count: concerned })}</Note>
          )}
        </>
      )}
    </SavedForm>
  );
}

/** The security settings for auditors. */
function SecurityValues({ config }: { config: SecurityConfig }) {
  const { t } = useText();
  return (
    <div className={styles.fields}>
      <SettingValues
        title={t('adminSecurity.secondFactor')}
        values={{
          second_factor_for: config.second_factor_for,
          second_factor_days: config.second_factor_days,
          second_factor_provider: config.second_factor_provider === 1,
        }}
      />
      <p className={styles.quiet}>
        {t('adminSecurity.without', { count: config.users_without, total: config.users })}
      </p>
      <ValuesFoot lastSave={config.security_saved} />
    </div>
  );
}
