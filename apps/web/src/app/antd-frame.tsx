import { App, ConfigProvider } from 'antd';
import type { ReactNode } from 'react';
import { useLanguage } from '../shared/i18n/texts.tsx';
import { useTheme } from '../shared/theme/theme.ts';
import { useAntdLocale } from './antd-locale.ts';
import { octavoConfig } from './antd-theme.ts';

/** The only component that configures antd; screens that use antd are rendered inside it. */
export function AntdFrame({ children }: { children: ReactNode }) {
  const { dark } = useTheme();
  const { language } = useLanguage();
  const locale = useAntdLocale(language);
  return (
    <ConfigProvider {...octavoConfig(dark)} locale={locale}>
      <App component={false}>{children}</App>
    </ConfigProvider>
  );
}
