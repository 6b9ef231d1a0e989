import { MailCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Outcome } from '../../../shared/ui/outcome.tsx';
import { BackToLogin } from './back-to-login.tsx';

const WAIT_SECONDS = 60;

/** The same text for every email address, so that it does not reveal which accounts exist. */
export function ResetMailSent({ email, onAgain }: { email: string; onAgain: () => void }) {
  const { t, rich } = useText();
  const secondsLeft = useCountdown(WAIT_SECONDS);
  return (
    <Outcome
      tone="ok"
      icon={<MailCheck />}
      title={t('user.resetSentTitle')}
      actions={
        <>
          <Button size="large" block disabled={secondsLeft > 0} onClick={onAgain}>
            {secondsLeft > 0
              ? t('user.resetAgainIn', { seconds: secondsLeft })
              : t('user.resetAgain')}
          </Button>
          <BackToLogin />
        </>
      }
    >
      {rich('user.resetSentText', { email: <b>{email}</b> })}
    </Outcome>
  );
}

/** Counts down to zero in seconds. */
function useCountdown(seconds: number): number {
  const [secondsLeft, setSecondsLeft] = useState(seconds);
  useEffect(() => {
    if (secondsLeft === 0) return;
    const timer = setTimeout(() => setSecondsLeft(secondsLeft - 1), 1000);
    return () => clearTimeout(timer);
  }, [secondsLeft]);
  return secondsLeft;
}
