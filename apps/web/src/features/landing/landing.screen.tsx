import { PageTitle } from '../../shared/ui/page-title.tsx';
import { useText } from '../../shared/i18n/texts.tsx';

export function LandingScreen() {
  const { t } = useText();
  return <PageTitle screen={t('landing.title')} />;
}
