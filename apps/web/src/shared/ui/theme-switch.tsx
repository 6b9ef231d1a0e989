import { Monitor, Moon, Sun } from 'lucide-react';
import { useText } from '../i18n/texts.tsx';
import { chooseTheme, themeChoices, useTheme } from '../theme/theme.ts';
import { Segmented } from './segmented.tsx';

const icons = { system: Monitor, light: Sun, dark: Moon } as const;
const names = {
  system: 'shell.themeSystem',
  light: 'shell.themeLight',
  dark: 'shell.themeDark',
} as const;

export function ThemeChoice() {
  const { choice } = useTheme();
  const { t } = useText();
  const options = themeChoices.map((value) => {
    const Icon = icons[value];
    const label = (
      <>
        <Icon />
        {t(names[value])}
      </>
    );
    return { value, label };
  });
  return (
    <Segmented label={t('shell.theme')} options={options} value={choice} onValue={chooseTheme} />
  );
}
