import { calls } from '@octavo/contract';
import type { SiteConfig } from '@octavo/contract/admin-setting.entities';
import { useState } from 'react';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useFields } from '../../../shared/hooks/fields.ts';
import { useProblems } from '../../../shared/hooks/problems.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { TextInput } from '../../../shared/ui/text-input.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import { CloudFields, type CloudDraft } from './cloud-fields.tsx';
import { IdentityFields } from './identity-fields.tsx';
import { MailFields, mailOf } from './mail-fields.tsx';
import { HomeFields } from './home-fields.tsx';
import { SavedPanel } from './saved-panel.tsx';
import styles from './settings.module.css';
import { SwitchField } from './switch-field.tsx';

const RANGES = {
  history_version_count: { least: 1, most: 1000 },
  attachment_size_m: { least: 1, most: 1024 },
  attachment_quota_m: { least: 0, most: 1_000_000 },
} as const;
type NumberName = keyof typeof RANGES;

const isLink = (text: string) => /^(?:$|\/(?!\/)|https?:\/\/)/.test(text.trim());

const isPort = (text: string) => /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535;
const isSender = (text: string) =>
  /^[^<>]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/.test(text.trim());

function textsOf(config: SiteConfig) {
  return {
    history_version_count: String(config.history_version_count),
    attachment_size_m: String(config.attachment_size_m),
    attachment_quota_m: String(config.attachment_quota_m),
    help_link: config.help_link,
    demo_link: config.demo_link,
    site_name: config.site_name,
    site_logo: config.site_logo,
    footer_line: config.footer_line,
    feedback_link: config.feedback_link,
  };
}

function choicesOf(config: SiteConfig) {
  return {
    register_open: config.register_open === 1,
    login_required: config.login_required === 1,
    user_directory: config.user_directory === 1,
    robots_open: config.robots_open === 1,
    home_page: config.home_page,
    home_item: config.home_item,
    oss_open: config.oss_open === 1,
    default_language: config.default_language,
  };
}

function cloudOf({ oss_setting }: SiteConfig): CloudDraft {
  const { has_secret: _, has_secretKey: __, ...setting } = oss_setting;
  return { ...setting, secret: '', secretKey: '' };
}

export function SettingsForm({ config }: { config: SiteConfig }) {
  const { t } = useText();
  const [texts, setText] = useFields(textsOf(config));
  const [choices, setChoices] = useState(choicesOf(config));
  const [cloud, setCloud] = useState(cloudOf(config));
  const [mail, setMail] = useState(mailOf(config));
  const choose = (change: Partial<typeof choices>) => setChoices({ ...choices, ...change });
  const drafts = [texts, choices, cloud, mail];
  const isChanged =
    JSON.stringify(drafts) !==
    JSON.stringify([textsOf(config), choicesOf(config), cloudOf(config), mailOf(config)]);
  const outOf = (name: NumberName) => {
    const { least, most } = RANGES[name];
    const fits = /^\d+$/.test(texts[name].trim());
    const number = Number(texts[name]);
    return (
      (!fits || number < least || number > most) && t('adminSetting.numberWrong', RANGES[name])
    );
  };
  const problems = useProblems({
    history_version_count: outOf('history_version_count'),
    attachment_size_m: outOf('attachment_size_m'),
    attachment_quota_m: outOf('attachment_quota_m'),
    help_link: !isLink(texts.help_link) && t('adminSetting.linkWrong'),
    demo_link: !isLink(texts.demo_link) && t('adminSetting.linkWrong'),
    site_logo: !isLink(texts.site_logo) && t('adminSetting.linkWrong'),
    feedback_link: !isLink(texts.feedback_link) && t('adminSetting.linkWrong'),
    mail_port: !isPort(mail.port) && t('adminSetting.numberWrong', { least: 1, most: 65_535 }),
    mail_sender:
      (mail.host !== '' || mail.sender !== '') &&
      !isSender(mail.sender) &&
      t('adminSetting.mailSenderWrong'),
  });
  const save = useFormCommand(calls.adminSetting.saveConfig, {
    refresh: [calls.adminSetting.loadConfig, calls.common.homePageSetting],
    onDone: () => showToast({ kind: 'done', text: t('adminSetting.saved') }),
  });
  const discard = () => {
    setChoices(choicesOf(config));
    setCloud(cloudOf(config));
    setMail(mailOf(config));
    for (const [name, text] of Object.entries(textsOf(config)))
      setText(name as keyof typeof texts)(text);
  };
  const number = (name: NumberName, label: string, unit?: string, help?: string) => (
    <Field label={label} help={help} error={problems.of(name)}>
      <TextInput
        name={name}
        inputMode="numeric"
        value={texts[name]}
        onText={setText(name)}
        onBlur={() => problems.tell(name)}
        autoComplete="off"
        {...(unit && { trailing: <span className={styles.unit}>{unit}</span> })}
      />
    </Field>
  );
  return (
    <SavedPanel
      problems={problems}
      isChanged={isChanged}
      save={save}
      saveText={t('adminSetting.save')}
      onSend={() => save.send({ ...choices, ...texts, oss_setting: cloud, mail_setting: mail })}
      onDiscard={discard}
    >
      <IdentityFields
        texts={texts}
        onText={setText}
        problems={problems}
        language={choices.default_language}
        onLanguage={(default_language) => choose({ default_language })}
      />
      <hr className={styles.rule} />
      <h3 className={styles.title}>{t('adminSetting.people')}</h3>
      <SwitchField
        label={t('adminSetting.registerOpen')}
        help={t('adminSetting.registerOpenHelp')}
        checked={choices.register_open}
        onChecked={(register_open) => choose({ register_open })}
      />
      <SwitchField
        label={t('adminSetting.loginRequired')}
        help={t('adminSetting.loginRequiredHelp')}
        checked={choices.login_required}
        onChecked={(login_required) => choose({ login_required })}
      />
      <SwitchField
        label={t('adminSetting.userDirectory')}
        help={t('adminSetting.userDirectoryHelp')}
        checked={choices.user_directory}
        onChecked={(user_directory) => choose({ user_directory })}
      />
      <SwitchField
        label={t('adminSetting.robotsOpen')}
        help={t('adminSetting.robotsOpenHelp')}
        checked={choices.robots_open}
        onChecked={(robots_open) => choose({ robots_open })}
      />
      <hr className={styles.rule} />
      <h3 className={styles.title}>{t('adminSetting.home')}</h3>
      <HomeFields home={choices} onHome={choose} />
      <div className={styles.pair}>
        {(['help_link', 'demo_link'] as const).map((name) => (
          <Field
            key={name}
            label={t(name === 'help_link' ? 'adminSetting.helpLink' : 'adminSetting.demoLink')}
            help={t('adminSetting.linkHelp')}
            error={problems.of(name)}
            optional
          >
            <TextInput
              name={name}
              value={texts[name]}
              onText={setText(name)}
              onBlur={() => problems.tell(name)}
              maxLength={500}
              autoComplete="off"
            />
          </Field>
        ))}
      </div>
      <hr className={styles.rule} />
      <h3 className={styles.title}>{t('adminSetting.limits')}</h3>
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
      </div>
      <hr className={styles.rule} />
      <MailFields
        mail={mail}
        hasPassword={config.mail_setting.has_password === 1}
        problems={problems}
        onMail={setMail}
      />
      <hr className={styles.rule} />
      <h3 className={styles.title}>{t('adminSetting.storage')}</h3>
      <p>{t('adminSetting.storageHelp')}</p>
      <SwitchField
        label={t('adminSetting.ossOpen')}
        checked={choices.oss_open}
        onChecked={(oss_open) => choose({ oss_open })}
      />
      {choices.oss_open && (
        <CloudFields cloud={cloud} known={config.oss_setting} onCloud={setCloud} />
      )}
    </SavedPanel>
  );
}
