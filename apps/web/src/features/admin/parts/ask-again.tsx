import { RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Button } from '../../../shared/ui/button.tsx';

interface AskAgainProps {
  /** The time of the last response; 0 before the first. */
  time: number;
  isAsking: boolean;
  onAsk: () => void;
}

/** Shows the age of the data and refetches it on click. */
export function AskAgain({ time, isAsking, onAsk }: AskAgainProps) {
  const { t } = useText();
  const age = useAge(time);
  const minutes = Math.floor(age / 60);
  return (
    <Button
      variant="quiet"
      icon={<RefreshCw />}
      loading={isAsking}
      data-tip={t('adminSystem.askAgain')}
      onClick={onAsk}
    >
      {isAsking
        ? t('adminSystem.asking')
        : time === 0
          ? t('adminSystem.unanswered')
          : minutes > 0
            ? t('adminSystem.askedMinutes', { count: minutes })
            : t('adminSystem.askedSeconds', { count: age })}
      <span className="visually-hidden">{t('adminSystem.askAgain')}</span>
    </Button>
  );
}

/** The age in whole seconds. */
function useAge(time: number): number {
  const [now, setNow] = useState(time);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.floor((now - time) / 1000));
}
