import { calls } from '@octavo/contract';
import type { Language } from '@octavo/contract/entities';
import { Languages, Moon, Sun } from 'lucide-react';
import { call } from '../../shared/api/call.ts';
import { languageNames, languageTags } from '../../shared/i18n/language.ts';
import { useLanguage, useText } from '../../shared/i18n/texts.tsx';
import { toggleTheme } from '../../shared/theme/theme.ts';
import { IconButton } from '../../shared/ui/icon-button.tsx';
import styles from './choices.module.css';

/** Switches to the other language; for a logged-in user it is also saved in the account. */
export function LanguageButton({ isLogin }: { isLogin: boolean }) {
  const { language, choose } = useLanguage();
  const other: Language = language === 'en' ? 'zh-cn' : 'en';
  function onPress() {
    void choose(other);
    // A failure is ignored: the language is already saved on this device.
    if (isLogin) call(calls.user.updateInfo, { language: other }, { silent: true }).catch(() => {});
  }
  return (
    <IconButton label={languageNames[other]} lang={languageTags[other]} onClick={onPress}>
      <Languages />
    </IconButton>
  );
}

/** CSS selects the icon, because the theme is unknown during server-side rendering. */
export function ThemeButton() {
  const { t } = useText();
  return (
    <IconButton label={t('reader.switchTheme')} onClick={toggleTheme}>
      <Moon className={styles.moon} />
      <Sun className={styles.sun} />
    </IconButton>
  );
}
