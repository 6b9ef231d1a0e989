import { calls } from '@octavo/contract';
import type { SiteConfig } from '@octavo/contract/admin-setting.entities';
import { MAX_LINK_LENGTH, PORT_RANGE, SETTING_RANGES } from '@octavo/contract/setting-limits';
import { LINK_PATTERN, MAIL_SENDER_PATTERN } from '@octavo/contract/patterns';
import { ITEM_HOME } from '@octavo/contract/home-page';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useFieldErrors } from '../../../shared/hooks/field-errors.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { TextInput } from '../../../shared/ui/text-input.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import { useDraft } from '../use-draft.ts';
import { CloudFields, useCloudErrors, type CloudDraft } from './cloud-fields.tsx';
import { IdentityFields } from './identity-fields.tsx';
import { MailFields, toMailDraft } from './mail-fields.tsx';
import { HomeFields } from './home-fields.tsx';
import { SavedForm } from '../parts/saved-form.tsx';
import styles from '../parts/settings.module.css';
import { SwitchField } from '../parts/switch-field.tsx';

type NumberName = keyof typeof SETTING_RANGES;

const isLink = (text: string) => LINK_PATTERN.test(text.trim());

const isPort = (text: string) =>
  /^\d+$/.test(text) && Number(text) >= PORT_RANGE.min && Number(text) <= PORT_RANGE.max;
const isSender = (text: string) => MAIL_SENDER_PATTERN.test(text.trim());

function toDraft(config: SiteConfig) {
  return {
    history_version_count: String(config.history_version_count),
    attachment_size_m: String(config.attachment_size_m),
    attachment_quota_m: String(config.attachment_quota_m),
    token_days: String(config.token_days),
    help_link: config.help_link,
    demo_link: config.demo_link,
    site_name: config.site_name,
    site_logo: config.site_logo,
    footer_line: config.footer_line,
    feedback_link: config.feedback_link,
    register_open: config.register_open === 1,
    login_required: config.login_required === 1,
    user_directory: config.user_directory === 1,
    robots_open: config.robots_open === 1,
    home_page: config.home_page,
    home_item: config.home_item,
    oss_open: config.oss_open === 1,
    default_language: config.default_language,
    oss_setting: toCloudDraft(config),
    mail_setting: toMailDraft(config),
  };
}

function toCloudDraft({ oss_setting }: SiteConfig): CloudDraft {
  return { ...oss_setting, secret: '', secretKey: '' };
}

export function SettingsForm({ config }: { config: SiteConfig }) {
  const { t } = useText();
  const { draft, changes, isChanged, change, discard } = useDraft(toDraft(config));
  const mail = draft.mail_setting;
  const rangeError = (name: NumberName) => {
    const { min, max } = SETTING_RANGES[name];
    const isNumeric = /^\d+$/.test(draft[name].trim());
    const number = Number(draft[name]);
    return (
      (!isNumeric || number < min || number > max) &&
      t('adminSetting.numberWrong', SETTING_RANGES[name])
    );
  };
  const fieldErrors = useFieldErrors({
    history_version_count: rangeError('history_version_count'),
    attachment_size_m: rangeError('attachment_size_m'),
    attachment_quota_m: rangeError('attachment_quota_m'),
    token_days: rangeError('token_days'),
    help_link: !isLink(draft.help_link) && t('adminSetting.linkWrong'),
    demo_link: !isLink(draft.demo_link) && t('adminSetting.linkWrong'),
    site_logo: !isLink(draft.site_logo) && t('adminSetting.linkWrong'),
    feedback_link: !isLink(draft.feedback_link) && t('adminSetting.linkWrong'),
    mail_port: !isPort(mail.port) && t('adminSetting.numberWrong', PORT_RANGE),
    home_item:
      draft.home_page === ITEM_HOME && draft.home_item === '' && t('adminSetting.homeItemPick'),
    ...useCloudErrors(draft),
    mail_sender:
      (mail.host !== '' || mail.sender !== '') &&
      !isSender(mail.sender) &&
      t('adminSetting.mailSenderWrong'),
  });
  const save = useFormCommand(calls.adminSetting.saveConfig, {
    refresh: [calls.adminSetting.loadConfig, calls.common.homePageSetting],
    onDone: () => {
      discard();
      showToast({ kind: 'done', text: t('adminSetting.saved') });
    },
  });
  const number = (name: NumberName, label: string, unit?: string, help?: string) => (
    <Field label={label} help={help} error={fieldErrors.get(name)}>
      <TextInput
        name={name}
        inputMode="numeric"
        value={draft[name]}
        onText={(text) => change({ [name]: text })}
        onBlur={() => fieldErrors.touch(name)}
        autoComplete="off"
        {...(unit && { trailing: <span className={styles.unit}>{unit}</span> })}
      />
    </Field>
  );
  return (
    <SavedForm
      fieldErrors={fieldErrors}
      isChanged={isChanged}
      lastSave={config.site_saved}
      save={save}
      saveText={t('adminSetting.save')}
      onSend={() => save.send(changes)}
      onDiscard={discard}
    >
      <IdentityFields
        texts={draft}
        onText={(name) => (text) => change({ [name]: text })}
        fieldErrors={fieldErrors}
        language={draft.default_language}
        onLanguage={(default_language) => change({ default_language })}
      />
      <hr className={styles.rule} />
      <h2 className={styles.title}>{t('adminSetting.people')}</h2>
      <SwitchField
        label={t('adminSetting.registerOpen')}
        help={t('adminSetting.registerOpenHelp')}
        checked={draft.register_open}
        onChecked={(register_open) => change({ register_open })}
      />
      <SwitchField
        label={t('adminSetting.loginRequired')}
        help={t('adminSetting.loginRequiredHelp')}
        checked={draft.login_required}
        onChecked={(login_required) => change({ login_required })}
      />
      <SwitchField
        label={t('adminSetting.userDirectory')}
        help={t('adminSetting.userDirectoryHelp')}
        checked={draft.user_directory}
        onChecked={(user_directory) => change({ user_directory })}
      />
      <SwitchField
        label={t('adminSetting.robotsOpen')}
        help={t('adminSetting.robotsOpenHelp')}
        checked={draft.robots_open}
        onChecked={(robots_open) => change({ robots_open })}
      />
      <hr className={styles.rule} />
      <h2 className={styles.title}>{t('adminSetting.home')}</h2>
      <HomeFields home={draft} fieldErrors={fieldErrors} onHome={change} />
      <div className={styles.pair}>
        {(['help_link', 'demo_link'] as const).map((name) => (
          <Field
            key={name}
            label={t(name === 'help_link' ? 'adminSetting.helpLink' : 'adminSetting.demoLink')}
            help={t('adminSetting.linkHelp')}
            error={fieldErrors.get(name)}
            optional
          >
            <TextInput
              name={name}
              value={draft[name]}
              onText={(text) => change({ [name]: text })}
              onBlur={() => fieldErrors.touch(name)}
              maxLength={MAX_LINK_LENGTH}
              autoComplete="off"
            />
          </Field>
        ))}
      </div>
      <hr className={styles.rule} />
      <h2 className={styles.title}>{t('adminSetting.limits')}</h2>
      <div className={styles.pair}>
        {number(
          'history_version_count',
          t('adminSetting.history'),
          undefined,
          t('adminSetting.historyHelp'),
        )}
        {number('attachment_size_m', t('adminSetting.size'), t('adminSetting.megabytes'))}
        {number(
          'attachment_quota_m',
          t('adminSetting.quota'),
          t('adminSetting.megabytes'),
          t('adminSetting.quotaHelp'),
        )}
        {number(
          'token_days',
          t('adminSetting.tokenDays'),
          t('adminSetting.days'),
          t('adminSetting.tokenDaysHelp'),
        )}
      </div>
      <hr className={styles.rule} />
      <MailFields
        mail={mail}
        isStored={config.mail_setting.has_password === 1}
        fieldErrors={fieldErrors}
        onMail={(mail_setting) => change({ mail_setting })}
      />
      <hr className={styles.rule} />
      <h2 className={styles.title}>{t('adminSetting.storage')}</h2>
      <p>{t('adminSetting.storageHelp')}</p>
      <SwitchField
        label={t('adminSetting.ossOpen')}
        checked={draft.oss_open}
        onChecked={(oss_open) => change({ oss_open })}
      />
      {draft.oss_open && (
        <CloudFields
          cloud={draft.oss_setting}
          stored={config.oss_setting}
          fieldErrors={fieldErrors}
          onCloud={(oss_setting) => change({ oss_setting })}
        />
      )}
    </SavedForm>
  );
}
