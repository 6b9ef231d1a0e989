import { paths } from '@octavo/contract/paths';
import { CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../../../shared/i18n/texts.tsx';
import { ButtonLink } from '../../../shared/ui/button.tsx';
import { FailureState } from '../../../shared/ui/state-block.tsx';

const BACK_AFTER = 2000;

/** Shows for two seconds that the item was deleted, archived or transferred, then opens the item list. */
export function GoneItem({ news }: { news: string }) {
  const { t } = useText();
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate(paths.myItems.href()), BACK_AFTER);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <output>
      <FailureState
        icon={<CircleCheck />}
        tone="plain"
        title={news}
        actions={<ButtonLink to={paths.myItems.href()}>{t('shell.myItems')}</ButtonLink>}
      >
        {t('itemSetting.goingBack')}
      </FailureState>
    </output>
  );
}
