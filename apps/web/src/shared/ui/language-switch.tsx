import type { Language } from '@octavo/contract/entities';
import { Languages } from 'lucide-react';
import { languageNames, languageTags } from '../i18n/language.ts';
import { useLanguage, useText } from '../i18n/texts.tsx';
import { useChooseLanguage } from '../session/choose-language.ts';
import { Button } from './button.tsx';
import { Segmented } from './segmented.tsx';

/** Switches to the other of the two languages; the label is its native name. */
export function LanguageToggle() {
  const { language } = useLanguage();
  const choose = useChooseLanguage();
  const other: Language = language === 'en' ? 'zh-cn' : 'en';
  return (
    <Button
      variant="quiet"
      icon={<Languages />}
      lang={languageTags[other]}
      onClick={() => choose(other)}
    >
      {languageNames[other]}
    </Button>
  );
}

const options = (['en', 'zh-cn'] as const).map((value) => ({
  value,
  label: languageNames[value],
  lang: languageTags[value],
}));

export function LanguageChoice() {
  const { language } = useLanguage();
  const { t } = useText();
  const choose = useChooseLanguage();
  return (
    <Segmented
      label={t('shell.language')}
      options={options}
      value={language}
      onValue={(value) => choose(value)}
    />
  );
}
