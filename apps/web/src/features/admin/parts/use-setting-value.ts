import { useLanguage, useText } from '../../../shared/i18n/texts.tsx';
import { formatTime } from '../../../shared/i18n/format-time.ts';

/** The labels of settings with a fixed set of values. */
const CHOICES = {
  home_page: {
    1: 'adminSetting.homeFull',
    2: 'adminSetting.homeLogin',
    3: 'adminSetting.homeItem',
  },
  default_language: { '': 'adminSetting.languageOfServer' },
  second_factor_for: {
    none: 'adminSecurity.none',
    staff: 'adminSecurity.staff',
    everybody: 'adminSecurity.everybody',
  },
  banner_level: { info: 'admin.bannerInfo', warning: 'admin.bannerWarning' },
  'oss_setting.oss_type': {
    aliyun: 'adminSetting.aliyun',
    qiniu: 'adminSetting.qiniu',
    qcloud: 'adminSetting.qcloud',
    s3: 'adminSetting.s3',
  },
  'mail_setting.security': {
    none: 'adminLogin.none',
    starttls: 'adminLogin.starttls',
    tls: 'adminLogin.tls',
  },
  'ldap_form.security': {
    none: 'adminLogin.none',
    starttls: 'adminLogin.starttls',
    tls: 'adminLogin.tls',
  },
  'oauth2_form.kind': {
    oidc: 'adminOauth2.oidc',
    oauth2: 'adminOauth2.oauth2',
    feishu: 'adminOauth2.feishu',
    dingtalk: 'adminOauth2.dingtalk',
    wecom: 'adminOauth2.wecom',
  },
  'oauth2_form.preset': {
    feishu: 'adminOauth2.feishu',
    dingtalk: 'adminOauth2.dingtalk',
    wecom: 'adminOauth2.wecom',
  },
  'oauth2_form.token_request': {
    form: 'adminOauth2.form',
    json: 'adminOauth2.json',
    camelJson: 'adminOauth2.camelJson',
  },
  'scim_form.login': {
    none: 'adminScim.loginNone',
    ldap: 'adminLogin.ldap',
    oauth2: 'adminLogin.oauth2',
  },
  'directory_form.gone_policy': {
    once: 'adminDirectory.once',
    report: 'adminDirectory.report',
  },
} as const;

type ChoiceKey = { [F in keyof typeof CHOICES]: (typeof CHOICES)[F] }[keyof typeof CHOICES];
type ChoiceText = ChoiceKey extends infer C ? (C extends object ? C[keyof C] : never) : never;

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;

/** Networks without their notes. */
const networksText = (value: unknown) =>
  (value as readonly { readonly network: string }[]).map(({ network }) => network).join(', ');

/** The text of a setting's value, as in its form. */
export function useSettingValue(): (value: unknown, field: string) => string {
  const { t } = useText();
  const { language } = useLanguage();
  return (value, field) => {
    const choices: Readonly<Record<string, ChoiceText>> | undefined =
      CHOICES[field as keyof typeof CHOICES];
    const choice = choices?.[String(value)];
    if (choice) return t(choice);
    if (value === undefined || value === null || value === '' || isEmptyList(value))
      return t('adminAudit.nothing');
    if (typeof value === 'boolean') return t(value ? 'adminAudit.on' : 'adminAudit.off');
    if (field === 'console_networks' || field === 'login_networks') return networksText(value);
    if (typeof value !== 'string') return JSON.stringify(value);
    return field === 'banner_until' ? formatTime(value, language) : value;
  };
}
