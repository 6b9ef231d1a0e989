import type { SiteConfig } from '@octavo/contract/admin-setting.entities';
import { ITEM_HOME } from '@octavo/contract/home-page';
import { useText } from '../../../shared/i18n/texts.tsx';
import { SettingValues, useSecretState, ValuesFoot } from '../parts/setting-values.tsx';
import styles from '../parts/settings.module.css';

/** The site settings for auditors. */
export function SettingsValues({ config }: { config: SiteConfig }) {
  const { t } = useText();
  const secret = useSecretState();
  const { mail_setting: mail, oss_setting: oss } = config;
  const megabytes = (count: number) => `${count} ${t('adminSetting.megabytes')}`;
  return (
    <div className={styles.fields}>
      <SettingValues
        title={t('adminSetting.identity')}
        values={{
          site_name: config.site_name,
          site_logo: config.site_logo,
          footer_line: config.footer_line,
          feedback_link: config.feedback_link,
          default_language: config.default_language,
        }}
      />
      <SettingValues
        title={t('adminSetting.people')}
        values={{
          register_open: config.register_open === 1,
          login_required: config.login_required === 1,
          user_directory: config.user_directory === 1,
          robots_open: config.robots_open === 1,
        }}
      />
      <SettingValues
        title={t('adminSetting.home')}
        values={{
          home_page: config.home_page,
          ...(config.home_page === ITEM_HOME && { home_item: config.home_item }),
          help_link: config.help_link,
          demo_link: config.demo_link,
        }}
      />
      <SettingValues
        title={t('adminSetting.limits')}
        values={{
          history_version_count: config.history_version_count,
          attachment_size_m: megabytes(config.attachment_size_m),
          attachment_quota_m: megabytes(config.attachment_quota_m),
          token_days: config.token_days,
        }}
      />
      <SettingValues
        title={t('adminSetting.mail')}
        values={{
          'mail_setting.host': mail.host,
          'mail_setting.port': mail.port,
          'mail_setting.security': mail.security,
          'mail_setting.user': mail.user,
          'mail_setting.password': secret(mail.has_password),
          'mail_setting.sender': mail.sender,
        }}
      />
      <SettingValues
        title={t('adminSetting.storage')}
        values={{
          oss_open: config.oss_open === 1,
          ...(config.oss_open === 1 && {
            'oss_setting.oss_type': oss.oss_type,
            ...(oss.oss_type === 'qcloud'
              ? {
                  'oss_setting.secretId': oss.secretId,
                  'oss_setting.secretKey': secret(oss.has_secretKey),
                }
              : { 'oss_setting.key': oss.key, 'oss_setting.secret': secret(oss.has_secret) }),
            'oss_setting.endpoint': oss.endpoint,
            'oss_setting.bucket': oss.bucket,
            'oss_setting.region': oss.region,
            'oss_setting.protocol': oss.protocol,
            'oss_setting.domain': oss.domain,
          }),
        }}
      />
      <ValuesFoot lastSave={config.site_saved} />
    </div>
  );
}
