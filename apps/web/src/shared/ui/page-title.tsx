import { useText } from '../i18n/texts.tsx';

/** The tab's title: the screen first, then the product. */
export function PageTitle({ screen }: { screen: string }) {
  const { t } = useText();
  return <title>{t('shell.title', { screen })}</title>;
}
