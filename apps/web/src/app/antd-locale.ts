import type { Language } from '@octavo/contract/entities';
import type { ConfigProviderProps } from 'antd';
import english from 'antd/locale/en_US';
import { useEffect, useState } from 'react';

type Locale = NonNullable<ConfigProviderProps['locale']>;

/**
 * Ant Design's own few words, in the language of the interface. English is part of it anyway; there
 * is always a locale, because ConfigProvider builds its children anew when one comes or goes.
 */
export function useAntdLocale(language: Language): Locale {
  const [chinese, setChinese] = useState<Locale>();
  useEffect(() => {
    if (language !== 'zh-cn') return;
    let current = true;
    void import('antd/locale/zh_CN').then((loaded) => current && setChinese(loaded.default));
    return () => {
      current = false;
    };
  }, [language]);
  return (language === 'zh-cn' && chinese) || english;
}
