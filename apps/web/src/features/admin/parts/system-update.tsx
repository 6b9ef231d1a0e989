import { calls } from '@octavo/contract';
import type { UpdateInfo } from '@octavo/contract/admin-update.entities';
import { CloudDownload, Package, RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useCall } from '../../../shared/api/use-call.ts';
import { useCommand } from '../../../shared/api/use-command.ts';
import { useLanguage, useText } from '../../../shared/i18n/texts.tsx';
import { Asked } from '../../../shared/ui/asked.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Card, SectionHead } from '../../../shared/ui/card.tsx';
import { CommandBlock } from '../../../shared/ui/command-block.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { Tile } from '../../../shared/ui/tile.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import { NewRelease } from './new-release.tsx';
import styles from './system-update.module.css';

const { checkUpdate, download, updateFiles } = calls.adminUpdate;
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
  useEffect(() => {
    if (chosen !== undefined && running === chosen)
      showToast({ kind: 'done', text: t('adminUpdate.applied', { version: chosen }) });
  }, [chosen, running, t]);
  const check = () => (isWanted ? void asked.refetch() : setWanted(true));
  return (
    <div className={styles.section}>
      <SectionHead
        title={t('adminUpdate.title')}
        action={
          <Button icon={<RefreshCw />} loading={asked.isFetching} onClick={check}>
            {t('adminUpdate.check')}
          </Button>
        }
      />
      {isWanted ? (
        <Asked asked={asked}>
          {(info) => <Found info={info} awaited={awaited} onApplied={setChosen} />}
        </Asked>
      ) : (
        <Card>
          <p className={styles.line}>{t('adminUpdate.notChecked')}</p>
        </Card>
      )}
    </div>
  );
}

interface FoundProps {
  info: UpdateInfo;
  awaited: string | undefined;
  onApplied: (version: string) => void;
}

function Found({ info, awaited, onApplied }: FoundProps) {
  const { t } = useText();
  const refresh = [checkUpdate];
  const fetching = useCommand(download, { refresh });
  const applying = useCommand(updateFiles);
  const { new_version: version } = info;
  // What was just tried says more than what was found before.
  const fault = applying.data?.fault || fetching.data?.fault || info.fault;
  const act = () => {
    if (info.is_staged) {
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
        {version === '' ? (
          <Present info={info} />
        ) : (
          <NewRelease
            info={info}
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
        )}
      </Card>
      <div className={styles.notes} aria-live="polite">
        {awaited && <Note kind="info">{t('adminUpdate.applying', { version: awaited })}</Note>}
        {fault && <Note kind="error">{t(`adminUpdate.${fault}`)}</Note>}
        {version !== '' && !info.is_launched && (
          <CommandBlock label={t('adminUpdate.operator')} command={info.command} />
        )}
      </div>
    </>
  );
}

function Present({ info: { version, is_feed_set, fault } }: { info: UpdateInfo }) {
  const { t } = useText();
  return (
    <div className={styles.head}>
      <Tile>
        <Package />
      </Tile>
      <div>
        <h3>{t('adminUpdate.newestTitle', { version })}</h3>
        {!fault && <p>{t(is_feed_set ? 'adminUpdate.newest' : 'adminUpdate.noFeed')}</p>}
      </div>
    </div>
  );
}
