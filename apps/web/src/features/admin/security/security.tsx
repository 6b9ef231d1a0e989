import { calls } from '@octavo/contract';
import type { SecurityConfig, SecurityPreview } from '@octavo/contract/admin-security.entities';
import { FAILURES_BEFORE_WAIT } from '@octavo/contract/setting-limits';
import { useState } from 'react';
import { useCall } from '../../../shared/api/use-call.ts';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useFieldErrors } from '../../../shared/hooks/field-errors.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { ChoiceCards } from '../../../shared/ui/choice-cards.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { QueryState } from '../../../shared/ui/query-state.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import { ConsoleHeader } from '../parts/console-header.tsx';
import { SavedForm } from '../parts/saved-form.tsx';
import { SettingValues, ValuesFoot } from '../parts/setting-values.tsx';
import styles from '../parts/settings.module.css';
import { useMayChange } from '../parts/use-may-change.ts';
import { useDraft } from '../use-draft.ts';
import { NetworkList, NetworkTable } from './network-list.tsx';
import { NumberRow, RuleSection, SwitchRow } from './rule-rows.tsx';
import { NETWORK_LISTS, toChange, toDraft, useDraftErrors } from './security-draft.ts';
import rows from './security.module.css';
import { isStricter, StricterRules } from './stricter-rules.tsx';

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

const REQUIRED_OF = ['none', 'staff', 'everybody'] as const;

function SecurityForm({ config }: { config: SecurityConfig }) {
  const { t } = useText();
  const { draft, changes, isChanged, change, discard } = useDraft(toDraft(config));
  const errors = useDraftErrors(draft, config.own_address);
  const fieldErrors = useFieldErrors(errors);
  const [stricter, setStricter] = useState<SecurityPreview>();
  const input = toChange(changes);
  const save = useFormCommand(calls.adminSecurity.save, {
    refresh: [calls.adminSecurity.load, calls.user.info, calls.common.homePageSetting],
    onDone: () => {
      setStricter(undefined);
      discard();
      showToast({ kind: 'done', text: t('adminSetting.saved') });
    },
    // The form shows the error.
    onRejected: () => setStricter(undefined),
  });
  const preview = useFormCommand(calls.adminSecurity.preview, {
    onDone: (effects) => (isStricter(effects) ? setStricter(effects) : save.send(input)),
  });
  const concerned = {
    none: 0,
    staff: config.staff_without,
    everybody: config.users_without,
  }[draft.second_factor_for];
  const isRequired = draft.second_factor_for !== 'none';
  const isRequirementChanged =
    changes.second_factor_for !== undefined ||
    changes.second_factor_days !== undefined ||
    changes.second_factor_provider !== undefined;
  const row = { draft, onChange: change, fieldErrors };
  return (
    <>
      <SavedForm
        fieldErrors={fieldErrors}
        isChanged={isChanged}
        lastSave={config.security_saved}
        save={{
          working: preview.working || save.working,
          otherError: () => preview.otherError() ?? save.otherError(),
        }}
        saveText={t('adminSetting.save')}
        onSend={() => preview.send(input)}
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
          onValue={(second_factor_for) =>
            change({
              second_factor_for,
              // The field is hidden, so no one could correct it.
              ...(second_factor_for === 'none' &&
                errors.second_factor_days !== false && {
                  second_factor_days: String(config.second_factor_days),
                }),
            })
          }
        />
        {isRequired && (
          <>
            <div className={rows.rows}>
              <NumberRow
                {...row}
                name="second_factor_days"
                label={t('adminSecurity.days')}
                help={t('adminSecurity.daysHelp')}
                unit="dayUnit"
              />
              <SwitchRow
                label={t('adminSecurity.provider')}
                help={t('adminSecurity.providerHelp')}
                checked={draft.second_factor_provider}
                onChecked={(second_factor_provider) => change({ second_factor_provider })}
              />
            </div>
            {isRequirementChanged && concerned > 0 && (
              <Note kind="warning">{t('adminSecurity.concerned', { count: concerned })}</Note>
            )}
          </>
        )}
        <RuleSection title={t('adminSecurity.sessions')} help={t('adminSecurity.sessionsHelp')}>
          <NumberRow
            {...row}
            name="session_idle_days"
            label={t('adminSecurity.idle')}
            unit="dayUnit"
          />
          <NumberRow
            {...row}
            name="session_max_days"
            label={t('adminSecurity.longest')}
            unit="dayUnit"
          />
          <NumberRow
            {...row}
            name="console_confirm_minutes"
            label={t('adminSecurity.consoleConfirm')}
            help={t('adminSecurity.consoleConfirmHelp')}
            unit="minuteUnit"
          />
        </RuleSection>
        <RuleSection title={t('adminSecurity.passwords')} help={t('adminSecurity.passwordsHelp')}>
          <NumberRow
            {...row}
            name="password_min_length"
            label={t('adminSecurity.minLength')}
            unit="characterUnit"
          />
          <SwitchRow
            label={t('adminSecurity.commonRefused')}
            help={t('adminSecurity.commonRefusedHelp')}
            checked={draft.password_common_refused}
            onChecked={(password_common_refused) => change({ password_common_refused })}
          />
          <SwitchRow
            label={t('adminSecurity.personalRefused')}
            checked={draft.password_personal_refused}
            onChecked={(password_personal_refused) => change({ password_personal_refused })}
          />
          <NumberRow
            {...row}
            name="login_wait_minutes"
            label={t('adminSecurity.loginWait')}
            help={t('adminSecurity.loginWaitHelp', { count: FAILURES_BEFORE_WAIT })}
            unit="minuteUnit"
          />
        </RuleSection>
        <hr className={styles.rule} />
        <h2 className={styles.title}>{t('adminSecurity.networks')}</h2>
        <p>{t('adminSecurity.networksHelp')}</p>
        {NETWORK_LISTS.map((list) => (
          <NetworkList
            key={list}
            title={t(`adminSecurity.${list}Networks`)}
            help={t(`adminSecurity.${list}NetworksHelp`)}
            isOn={draft[`${list}_networks_on`]}
            onSwitch={(isOn) => change({ [`${list}_networks_on`]: isOn })}
            networks={draft[`${list}_networks`]}
            onNetworks={(networks) => change({ [`${list}_networks`]: networks })}
            added={{ network: draft[`${list}_new`], note: draft[`${list}_note`] }}
            onAdded={({ network, note }) =>
              change({ [`${list}_new`]: network, [`${list}_note`]: note })
            }
            ownAddress={config.own_address}
            error={fieldErrors.get(`${list}_networks`)}
            addedError={fieldErrors.get(`${list}_new`)}
          />
        ))}
        <RuleSection title={t('adminSecurity.retention')} help={t('adminSecurity.retentionHelp')}>
          <NumberRow
            {...row}
            name="audit_days"
            label={t('adminSecurity.auditDays')}
            unit="dayUnit"
          />
          <NumberRow
            {...row}
            name="recycle_days"
            label={t('adminSecurity.recycleDays')}
            help={t('adminSecurity.recycleDaysHelp')}
            unit="dayUnit"
          />
          <NumberRow
            {...row}
            name="version_days"
            label={t('adminSecurity.versionDays')}
            help={t('adminSecurity.versionDaysHelp')}
            unit="dayUnit"
          />
        </RuleSection>
      </SavedForm>
      {stricter && (
        <StricterRules
          preview={stricter}
          working={save.working}
          onConfirm={() => save.send(input)}
          onClosed={() => setStricter(undefined)}
        />
      )}
    </>
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
      <SettingValues
        title={t('adminSecurity.sessions')}
        values={{
          session_idle_days: config.session_idle_days,
          session_max_days: config.session_max_days,
          console_confirm_minutes: config.console_confirm_minutes,
        }}
      />
      <SettingValues
        title={t('adminSecurity.passwords')}
        values={{
          password_min_length: config.password_min_length,
          password_common_refused: config.password_common_refused === 1,
          password_personal_refused: config.password_personal_refused === 1,
          login_wait_minutes: config.login_wait_minutes,
        }}
      />
      <SettingValues
        title={t('adminSecurity.networks')}
        values={{
          console_networks_on: config.console_networks_on === 1,
          login_networks_on: config.login_networks_on === 1,
        }}
      />
      {NETWORK_LISTS.map(
        (list) =>
          config[`${list}_networks`].length > 0 && (
            <NetworkTable
              key={list}
              label={t(`adminSecurity.${list}Networks`)}
              networks={config[`${list}_networks`]}
              ownAddress={config.own_address}
            />
          ),
      )}
      <SettingValues
        title={t('adminSecurity.retention')}
        values={{
          audit_days: config.audit_days,
          recycle_days: config.recycle_days,
          version_days: config.version_days,
        }}
      />
      <ValuesFoot lastSave={config.security_saved} />
    </div>
  );
}
