import { useText } from '../../../shared/i18n/texts.tsx';
import { Card, SectionHead, SettingRow } from '../../../shared/ui/card.tsx';
import { LanguageChoice } from '../../../shared/ui/language-switch.tsx';
import { ThemeChoice } from '../../../shared/ui/theme-switch.tsx';
import { SingleKeysRow } from './single-keys-row.tsx';

export function Preferences() {
  const { t } = useText();
  return (
    <>
      <SectionHead title={t('userSetting.preferences')} />
      <Card>
        <SettingRow label={t('shell.language')}>
          <LanguageChoice />
        </SettingRow>
        <SettingRow label={t('shell.theme')}>
          <ThemeChoice />
        </SettingRow>
        <SingleKeysRow />
      </Card>
    </>
  );
}
