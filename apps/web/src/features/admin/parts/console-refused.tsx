import { LockKeyhole } from 'lucide-react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { PageTitle } from '../../../shared/ui/page-title.tsx';
import { FailureState } from '../../../shared/ui/state-block.tsx';

/** Shown to administrators and auditors outside the networks for the console. */
export function ConsoleRefused({ address, onRetry }: { address: string; onRetry: () => void }) {
  const { t } = useText();
  const title = t('adminSecurity.refusedTitle');
  return (
    <>
      <PageTitle screen={title} />
      <FailureState
        level="screen"
        icon={<LockKeyhole />}
        tone="plain"
        title={title}
        actions={<Button onClick={onRetry}>{t('shell.retry')}</Button>}
      >
        {t('adminSecurity.refusedText', { address })}
      </FailureState>
    </>
  );
}
