import type { Language } from '@octavo/contract/entities';
import type { ConfigProviderProps } from 'antd';
import { useEffect, useState } from 'react';

type Locale = NonNullable<ConfigProviderProps['locale']>;

const load: Record<Language, () => Promise<Locale>> = {
  en: async () => (await import('antd/locale/en_US')).default,
  'zh-cn': async () => (await import('antd/locale/zh_CN')).default,
};

/** Ant Design's own few words, in the language of the interface. */
export function useAntdLocale(language: Language): Locale | undefined {
  const [locale, setLocale] = useState<Locale>();
  useEffect(() => {
    let current = true;
    void load[language]().then((loaded) => current && setLocale(loaded));
    return () => {
      current = false;
    };
  }, [language]);
  return locale;
}
