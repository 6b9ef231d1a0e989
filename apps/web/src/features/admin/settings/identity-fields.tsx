import {
  MAX_FOOTER_LENGTH,
  MAX_LINK_LENGTH,
  MAX_SITE_NAME_LENGTH,
} from '@octavo/contract/setting-limits';
import type { FieldErrors } from '../../../shared/hooks/field-errors.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { TextInput } from '../../../shared/ui/text-input.tsx';
import { ChoiceField } from '../parts/choice-field.tsx';
import { LogoField } from './logo-field.tsx';
import styles from '../parts/settings.module.css';

export interface IdentityTexts {
  readonly site_name: string;
  readonly site_logo: string;
  readonly footer_line: string;
  readonly feedback_link: string;
}

interface IdentityFieldsProps {
  texts: IdentityTexts;
  onText: (name: keyof IdentityTexts) => (text: string) => void;
  fieldErrors: FieldErrors<'site_logo' | 'feedback_link'>;
  language: '' | 'zh-cn' | 'en';
  onLanguage: (language: '' | 'zh-cn' | 'en') => void;
}

/** Name, logo, footer and default language of the site. */
export function IdentityFields(props: IdentityFieldsProps) {
  const { t } = useText();
  const { texts, onText, fieldErrors } = props;
  const input = (name: keyof IdentityTexts, maxLength: number) => ({
    name,
    value: texts[name],
    onText: onText(name),
    maxLength,
    autoComplete: 'off',
  });
  return (
    <>
      <h2 className={styles.title}>{t('adminSetting.identity')}</h2>
      <Field label={t('adminSetting.siteName')} optional>
        <TextInput {...input('site_name', MAX_SITE_NAME_LENGTH)} placeholder={t('shell.brand')} />
      </Field>
      <LogoField
        logo={texts.site_logo}
        error={fieldErrors.get('site_logo')}
        onLogo={onText('site_logo')}
        onBlur={() => fieldErrors.touch('site_logo')}
      />
      <div className={styles.pair}>
        <Field
          label={t('adminSetting.footerLine')}
          help={t('adminSetting.footerLineHelp')}
          optional
        >
          <TextInput {...input('footer_line', MAX_FOOTER_LENGTH)} />
        </Field>
        <Field
          label={t('adminSetting.feedbackLink')}
          help={t('adminSetting.feedbackLinkHelp')}
          error={fieldErrors.get('feedback_link')}
          optional
        >
          <TextInput
            {...input('feedback_link', MAX_LINK_LENGTH)}
            onBlur={() => fieldErrors.touch('feedback_link')}
          />
        </Field>
      </div>
      <ChoiceField
        label={t('adminSetting.defaultLanguage')}
        value={props.language}
        onValue={props.onLanguage}
        options={[
          { value: '', label: t('adminSetting.languageOfServer') },
          { value: 'zh-cn', label: '中文', lang: 'zh-CN' },
          { value: 'en', label: 'English', lang: 'en' },
        ]}
      />
    </>
  );
}
