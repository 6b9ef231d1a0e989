import { paths } from '@octavo/contract/paths';
import { CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../../../shared/i18n/texts.tsx';
import { ButtonLink } from '../../../shared/ui/button.tsx';
import { FailureState } from '../../../shared/ui/state-block.tsx';

const REDIRECT_DELAY_MS = 2000;

/** Shows for two seconds that the item was deleted, archived or transferred, then opens the item list. */
export function ItemActionResult({ message }: { message: string }) {
  const { t } = useText();
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate(paths.myItems.href()), REDIRECT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <output>
      <FailureState
        icon={<CircleCheck />}
        tone="plain"
        title={message}
        actions={<ButtonLink to={paths.myItems.href()}>{t('shell.myItems')}</ButtonLink>}
      >
        {t('itemSetting.goingBack')}
      </FailureState>
    </output>
  );
}
