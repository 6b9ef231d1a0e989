import { calls } from '@octavo/contract';
import { paths } from '@octavo/contract/paths';
import { useQuery } from '@tanstack/react-query';
import { Lock, LockOpen } from 'lucide-react';
import { call } from '../../../shared/api/call.ts';
import { useCommand } from '../../../shared/api/use-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Time } from '../../../shared/i18n/time.tsx';
import type { Holder } from '../../../shared/lock/take-lock.ts';
import { Button, ButtonLink } from '../../../shared/ui/button.tsx';
import { PageTitle } from '../../../shared/ui/page-title.tsx';
import { PlainFrame } from '../../../shared/ui/plain-frame.tsx';
import { FailureState } from '../../../shared/ui/state-block.tsx';
import type { Opening } from '../opening.ts';

const LOOK = 5000;

interface LockedScreenProps {
  opening: Opening;
  holder: Holder;
  /** The page can be had: open it anew. */
  onFree: () => void;
}

/** Somebody else writes here: the editor is left, one may read, wait, or ask them to leave. */
export function LockedScreen({ opening, holder, onFree }: LockedScreenProps) {
  const { t, rich } = useText();
  const { item_id, page_id, fields } = opening;
  const look = useQuery({
    queryKey: [calls.page.isLock.path, page_id],
    queryFn: () => call(calls.page.isLock, { page_id }, { silent: true }),
    refetchInterval: LOOK,
  });
  const ask = useCommand(calls.page.askLock, { refresh: [calls.page.isLock] });
  const now = look.data;
  const isFree = now !== undefined && (!now.lock || now.is_cur_user === 1);
  const name = now?.lock_name || now?.lock_username || holder.lock_name || holder.lock_username;
  const read = (
    <ButtonLink to={paths.itemPage.href({ item: item_id, page_id })}>
      {t('editor.readPage')}
    </ButtonLink>
  );

  if (isFree)
    return (
      <PlainFrame>
        <PageTitle screen={fields.title} />
        <FailureState
          level="screen"
          tone="plain"
          icon={<LockOpen />}
          title={t('editor.freeTitle')}
          actions={
            <>
              <Button variant="primary" onClick={onFree}>
                {t('editor.startEditing')}
              </Button>
              {read}
            </>
          }
        >
          {t('editor.freeText')}
        </FailureState>
      </PlainFrame>
    );
  return (
    <PlainFrame>
      <PageTitle screen={fields.title} />
      <FailureState
        level="screen"
        tone="warning"
        icon={<Lock />}
        title={t('editor.locking', { name })}
        actions={
          <>
            {now?.ask !== 'waiting' && (
              <Button
                variant="primary"
                loading={ask.isPending}
                onClick={() => ask.mutate({ page_id })}
              >
                {now?.ask === 'refused' ? t('editor.askAgain') : t('editor.askToLeave')}
              </Button>
            )}
            {read}
          </>
        }
      >
        {now?.ask === 'waiting' && t('editor.askWaiting', { name })}
        {now?.ask === 'refused' && t('editor.askRefused', { name })}
        {(now?.ask ?? 'none') === 'none' &&
          rich('editor.lockedText', {
            time: holder.addtime ? <Time value={holder.addtime} /> : '',
          })}
      </FailureState>
    </PlainFrame>
  );
}
