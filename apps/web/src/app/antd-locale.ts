import type { Language } from '@octavo/contract/entities';
import type { ConfigProviderProps } from 'antd';
import english from 'antd/locale/en_US';
import { useEffect, useState } from 'react';

type Locale = NonNullable<ConfigProviderProps['locale']>;

/**
 * The locale of Ant Design's own texts. English is bundled anyway. A locale is always set, because ConfigProvider
 * remounts its children when the locale is added or removed.
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
