import { RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Button } from '../../../shared/ui/button.tsx';

interface RefreshButtonProps {
  /** The time of the last response; 0 before the first. */
  updatedAt: number;
  isFetching: boolean;
  onRefresh: () => void;
}

/** Shows the age of the data and refetches it on click. */
export function RefreshButton({ updatedAt, isFetching, onRefresh }: RefreshButtonProps) {
  const { t } = useText();
  const age = useAge(updatedAt);
  const minutes = Math.floor(age / 60);
  return (
    <Button
      variant="quiet"
      icon={<RefreshCw />}
      loading={isFetching}
      data-tip={t('adminSystem.askAgain')}
      onClick={onRefresh}
    >
      {isFetching
        ? t('adminSystem.asking')
        : updatedAt === 0
          ? t('adminSystem.unanswered')
          : minutes > 0
            ? t('adminSystem.askedMinutes', { count: minutes })
            : t('adminSystem.askedSeconds', { count: age })}
      <span className="visually-hidden">{t('adminSystem.askAgain')}</span>
    </Button>
  );
}

/** The age in whole seconds. */
function useAge(updatedAt: number): number {
  const [now, setNow] = useState(updatedAt);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.floor((now - updatedAt) / 1000));
}
