import { calls } from '@octavo/contract';
import type { UpdateHistory, UpdateInfo } from '@octavo/contract/admin-update.entities';
import { CloudDownload, RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useCall } from '../../../shared/api/use-call.ts';
import { useCommand } from '../../../shared/api/use-command.ts';
import { useLanguage, useText } from '../../../shared/i18n/texts.tsx';
import { Asked } from '../../../shared/ui/asked.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { CommandBlock } from '../../../shared/ui/command-block.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import { ConsoleHead } from './console-head.tsx';
import { NewRelease } from './new-release.tsx';
import { PresentRelease } from './present-release.tsx';
import { ReleaseHistory } from './release-history.tsx';
import styles from './system-update.module.css';

const { checkUpdate, download, history, updateFiles } = calls.adminUpdate;
const LOOK_AGAIN_MS = 3000;

export function SystemUpdate() {
  const { t } = useText();
  const { language } = useLanguage();
  /** The version that was applied. */
  const [chosen, setChosen] = useState<string>();
  const [isWanted, setWanted] = useState(language === 'zh-cn');
  const asked = useCall(
    checkUpdate,
    {},
    {
      enabled: isWanted,
      silent: chosen !== undefined,
      askAgain: (known) => (chosen === undefined || known?.version === chosen ? 0 : LOOK_AGAIN_MS),
    },
  );
  const running = asked.data?.version;
  const awaited = running === chosen ? undefined : chosen;
  const known = useCall(history, {});
  const { refetch } = known;
  useEffect(() => {
    if (chosen === undefined || running !== chosen) return;
    showToast({ kind: 'done', text: t('adminUpdate.applied', { version: chosen }) });
    void refetch();
  }, [chosen, running, t, refetch]);
  const check = () => (isWanted ? void asked.refetch() : setWanted(true));
  return (
    <div className={styles.section}>
      <ConsoleHead title={t('adminUpdate.title')}>
        {known.data?.is_feed_set === 1 && (
          <Button icon={<RefreshCw />} loading={asked.isFetching} onClick={check}>
            {t('adminUpdate.check')}
          </Button>
        )}
      </ConsoleHead>
      <Asked asked={known}>
        {(past) => (
          <>
            {asked.data || !isWanted ? (
              <Found info={asked.data} past={past} awaited={awaited} onApplied={setChosen} />
            ) : (
              <Asked asked={asked}>{() => null}</Asked>
            )}
            <ReleaseHistory list={past.list} />
          </>
        )}
      </Asked>
    </div>
  );
}

interface FoundProps {
  /** The response of the update feed; undefined before the first check. */
  info: UpdateInfo | undefined;
  past: UpdateHistory;
  awaited: string | undefined;
  onApplied: (version: string) => void;
}

function Found({ info, past, awaited, onApplied }: FoundProps) {
  const { t } = useText();
  const fetching = useCommand(download, { refresh: [checkUpdate] });
  const applying = useCommand(updateFiles, { refresh: [history] });
  const version = info?.new_version ?? '';
  // An error of the last action takes precedence over one of the last check.
  const fault = applying.data?.fault || fetching.data?.fault || info?.fault;
  const act = () => {
    if (info?.is_staged) {
      applying.mutate({}, { onSuccess: ({ is_switched }) => is_switched && onApplied(version) });
      return;
    }
    fetching.mutate(
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
            backupTime={past.backup_time}
            action={
              info.is_launched === 1 && (
                <Button
                  variant="primary"
                  icon={info.is_staged ? undefined : <CloudDownload />}
                  loading={fetching.isPending || applying.isPending || awaited !== undefined}
                  onClick={act}
                >
                  {t(info.is_staged ? 'adminUpdate.applyAction' : 'adminUpdate.download')}
                </Button>
              )
            }
          />
        ) : (
          <PresentRelease info={info} past={past} />
        )}
      </Card>
      <div className={styles.notes} aria-live="polite">
        {awaited && <Note kind="info">{t('adminUpdate.applying', { version: awaited })}</Note>}
        {fault && <Note kind="error">{t(`adminUpdate.${fault}`)}</Note>}
        {past.command !== '' && (version !== '' || past.is_feed_set === 0) && (
          <CommandBlock label={t('adminUpdate.operator')} command={past.command} />
        )}
      </div>
    </>
  );
}
