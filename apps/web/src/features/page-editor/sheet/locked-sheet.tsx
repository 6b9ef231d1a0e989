import { calls } from '@octavo/contract';
import { readWorkbook } from '@octavo/sheet/read-workbook';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Lock, LockOpen } from 'lucide-react';
import { useMemo } from 'react';
import { call } from '../../../shared/api/call.ts';
import { useCommand } from '../../../shared/api/use-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import type { Holder } from '../../../shared/lock/take-lock.ts';
import { SheetView } from '../../../shared/sheet/sheet-view.tsx';
import { Button, ButtonLink } from '../../../shared/ui/button.tsx';
import { PageTitle } from '../../../shared/ui/page-title.tsx';
import { MAIN_ID } from '../../../shared/ui/skip-link.tsx';
import type { Opening } from '../opening.ts';
import { backFrom } from '../parts/writing-head.tsx';
import { Banner, BannerActions } from '../states/banner.tsx';
import styles from './sheet-editor.module.css';

const LOOK = 5000;

interface LockedSheetProps {
  opening: Opening;
  holder: Holder;
  /** The table can be had: open it anew. */
  onFree: () => void;
}

/** Somebody else writes here: the table is read until they have left. */
export function LockedSheet({ opening, holder, onFree }: LockedSheetProps) {
  const { t } = useText();
  const { item_id, page_id, fields } = opening;
  const { data: now } = useQuery({
    queryKey: [calls.page.isLock.path, page_id],
    queryFn: () => call(calls.page.isLock, { page_id }, { silent: true }),
    refetchInterval: LOOK,
  });
  const ask = useCommand(calls.page.askLock, { refresh: [calls.page.isLock] });
  const workbook = useMemo(() => readWorkbook(fields.content), [fields.content]);
  const isFree = now !== undefined && (!now.lock || now.is_cur_user === 1);
  const name = now?.lock_name || now?.lock_username || holder.lock_name || holder.lock_username;
  return (
    <div className={styles.frame}>
      <PageTitle screen={fields.title} />
      <header className={styles.head}>
        <h1 className={styles.title}>{fields.title}</h1>
        <span className={styles.states} />
        <ButtonLink to={backFrom(item_id, page_id)} icon={<ArrowLeft />}>
          {t('sheetEditor.goBack')}
        </ButtonLink>
      </header>
      {isFree ? (
        <Banner kind="warning" icon={<LockOpen />} title={t('editor.freeTitle')}>
          {t('editor.freeText')}
          <BannerActions>
            <Button size="small" onClick={onFree}>
              {t('editor.startEditing')}
            </Button>
          </BannerActions>
        </Banner>
      ) : (
        <Banner kind="warning" icon={<Lock />} title={t('editor.locking', { name })}>
          {now?.ask === 'waiting' && t('editor.askWaiting', { name })}
          {now?.ask === 'refused' && t('editor.askRefused', { name })}
          <BannerActions>
            {now?.ask !== 'waiting' && (
              <Button size="small" loading={ask.isPending} onClick={() => ask.mutate({ page_id })}>
                {now?.ask === 'refused' ? t('editor.askAgain') : t('editor.askToLeave')}
              </Button>
            )}
          </BannerActions>
        </Banner>
      )}
      <main id={MAIN_ID} tabIndex={-1} className={styles.main}>
        <SheetView workbook={workbook} isWhole />
      </main>
    </div>
  );
}
