import { calls } from '@octavo/contract';
import type { UpdateHistory, UpdateInfo } from '@octavo/contract/admin-update.entities';
import { CloudDownload, RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useCall } from '../../../shared/api/use-call.ts';
import { useCommand } from '../../../shared/api/use-command.ts';
import { useLanguage, useText } from '../../../shared/i18n/texts.tsx';
import { QueryState } from '../../../shared/ui/query-state.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { CommandBlock } from '../../../shared/ui/command-block.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import { ConsoleHeader } from '../parts/console-header.tsx';
import { useMayChange } from '../parts/use-may-change.ts';
import { NewRelease } from './new-release.tsx';
import { CurrentRelease } from './current-release.tsx';
import { ReleaseHistory } from './release-history.tsx';
import styles from './system-update.module.css';

const { checkUpdate, download, history, updateFiles } = calls.adminUpdate;
const POLL_MS = 3000;

export function SystemUpdate() {
  const { t } = useText();
  const { language } = useLanguage();
  const mayChange = useMayChange();
  /** The version that was applied. */
  const [appliedVersion, setAppliedVersion] = useState<string>();
  const [isCheckEnabled, setCheckEnabled] = useState(mayChange && language === 'zh-cn');
  const updateQuery = useCall(
    checkUpdate,
    {},
    {
      enabled: isCheckEnabled,
      silent: appliedVersion !== undefined,
      pollInterval: (latest) =>
        appliedVersion === undefined || latest?.version === appliedVersion ? 0 : POLL_MS,
    },
  );
  const running = updateQuery.data?.version;
  const pendingVersion = running === appliedVersion ? undefined : appliedVersion;
  const historyQuery = useCall(history, {});
  const { refetch } = historyQuery;
  useEffect(() => {
    if (appliedVersion === undefined || running !== appliedVersion) return;
    showToast({ kind: 'done', text: t('adminUpdate.applied', { version: appliedVersion }) });
    void refetch();
  }, [appliedVersion, running, t, refetch]);
  const check = () => (isCheckEnabled ? void updateQuery.refetch() : setCheckEnabled(true));
  return (
    <div className={styles.section}>
      <ConsoleHeader title={t('adminUpdate.title')}>
        {mayChange && historyQuery.data?.is_feed_set === 1 && (
          <Button icon={<RefreshCw />} loading={updateQuery.isFetching} onClick={check}>
            {t('adminUpdate.check')}
          </Button>
        )}
      </ConsoleHeader>
      <QueryState query={historyQuery}>
        {(updateHistory) => (
          <>
            {updateQuery.data || !isCheckEnabled ? (
              <UpdateCard
                info={updateQuery.data}
                updateHistory={updateHistory}
                pendingVersion={pendingVersion}
                onApplied={setAppliedVersion}
              />
            ) : (
              <QueryState query={updateQuery}>{() => null}</QueryState>
            )}
            <ReleaseHistory list={updateHistory.list} />
          </>
        )}
      </QueryState>
    </div>
  );
}

interface UpdateCardProps {
  /** The response of the update feed; undefined before the first check. */
  info: UpdateInfo | undefined;
  updateHistory: UpdateHistory;
  pendingVersion: string | undefined;
  onApplied: (version: string) => void;
}

function UpdateCard({ info, updateHistory, pendingVersion, onApplied }: UpdateCardProps) {
  const { t } = useText();
  const mayChange = useMayChange();
  const downloading = useCommand(download, { refresh: [checkUpdate] });
  const applying = useCommand(updateFiles, { refresh: [history] });
  const version = info?.new_version ?? '';
  // An error of the last action takes precedence over one of the last check.
  const error = applying.data?.fault || downloading.data?.fault || info?.fault;
  const downloadOrApply = () => {
    if (info?.is_staged) {
      applying.mutate({}, { onSuccess: ({ is_switched }) => is_switched && onApplied(version) });
      return;
    }
    downloading.mutate(
      {},
      {
        onSuccess: ({ is_staged }) =>
          is_staged && showToast({ kind: 'done', text: t('adminUpdate.downloaded', { version }) }),
      },
    );
  };
  return (
    <>
      <Card>
        {info && version !== '' ? (
          <NewRelease
            info={info}
            backupTime={updateHistory.backup_time}
            action={
              info.is_launched === 1 && (
                <Button
                  variant="primary"
                  icon={info.is_staged ? undefined : <CloudDownload />}
                  loading={
                    downloading.isPending || applying.isPending || pendingVersion !== undefined
                  }
                  onClick={downloadOrApply}
                >
                  {t(info.is_staged ? 'adminUpdate.applyAction' : 'adminUpdate.download')}
                </Button>
              )
            }
          />
        ) : (
          <CurrentRelease info={info} updateHistory={updateHistory} />
        )}
      </Card>
      <div className={styles.notes} aria-live="polite">
        {pendingVersion && (
          <Note kind="info">{t('adminUpdate.applying', { version: pendingVersion })}</Note>
        )}
        {error && <Note kind="error">{t(`adminUpdate.${error}`)}</Note>}
        {mayChange &&
          updateHistory.command !== '' &&
          (version !== '' || updateHistory.is_feed_set === 0) && (
            <CommandBlock label={t('adminUpdate.operator')} command={updateHistory.command} />
          )}
      </div>
    </>
  );
}
