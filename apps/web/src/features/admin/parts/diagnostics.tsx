import { formatSize } from '@octavo/texts/format-size';
import { calls } from '@octavo/contract';
import type { Diagnosis } from '@octavo/contract/admin-system.entities';
import { Check, ClipboardCopy } from 'lucide-react';
import { useCall } from '../../../shared/api/use-call.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Time } from '../../../shared/i18n/time.tsx';
import { Asked } from '../../../shared/ui/asked.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { useCopy } from '../../../shared/ui/use-copy.ts';
import { AskAgain } from './ask-again.tsx';
import { ConnectionTests } from './connection-tests.tsx';
import { ConsoleHead } from './console-head.tsx';
import { DeadJobs } from './dead-jobs.tsx';
import styles from './diagnostics.module.css';
import { Engines } from './engines.tsx';
import { Figures } from './figures.tsx';

/** The current state of all services that the site depends on. */
export function Diagnostics() {
  const { t } = useText();
  const asked = useCall(calls.adminSystem.diagnose, {});
  const { data, dataUpdatedAt, isFetching, refetch } = asked;
  return (
    <>
      <ConsoleHead title={t('adminSystem.diagnostics')}>
        <AskAgain time={dataUpdatedAt} isAsking={isFetching} onAsk={() => void refetch()} />
        {data && <CopyReport found={data} />}
      </ConsoleHead>
      <Asked asked={asked}>
        {(found) => (
          <>
            <Figures found={found} />
            <section className={styles.part}>
              <h2>{t('adminSystem.engines')}</h2>
              <Engines found={found} />
            </section>
          </>
        )}
      </Asked>
      <DeadJobs />
      {data && (
        <>
          <section className={styles.part}>
            <h2>{t('adminSystem.site')}</h2>
            <Site found={data} />
          </section>
          <ConnectionTests found={data} />
        </>
      )}
    </>
  );
}

function CopyReport({ found }: { found: Diagnosis }) {
  const { t } = useText();
  const { copied, copy } = useCopy(JSON.stringify(found, undefined, 2));
  return (
    <Button
      icon={copied ? <Check /> : <ClipboardCopy />}
      onClick={(event) => void copy(event.currentTarget)}
    >
      <span aria-live="polite">{t(copied ? 'shell.copied' : 'adminSystem.copyReport')}</span>
    </Button>
  );
}

function Site({ found }: { found: Diagnosis }) {
  const { t } = useText();
  const { version, node_version: node, user_count, item_count, page_count } = found;
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{t('adminSystem.content')}</dt>
        <dd>
          {t('adminSystem.contentFacts', {
            users: user_count,
            items: item_count,
            pages: page_count,
          })}
        </dd>
      </div>
      <div>
        <dt>{t('adminSystem.version')}</dt>
        <dd>{t('adminSystem.versionFacts', { version, node })}</dd>
      </div>
      <div>
        <dt>{t('adminSystem.tables')}</dt>
        <dd className="mono">{found.migration}</dd>
      </div>
      <div>
        <dt>{t('adminSystem.started')}</dt>
        <dd>
          <Time value={found.start_time} />
        </dd>
      </div>
      <div>
        <dt>{t('adminSystem.backup')}</dt>
        <dd>
          <Backup backup={found.backup} />
        </dd>
      </div>
    </dl>
  );
}

function Backup({ backup }: { backup: Diagnosis['backup'] }) {
  const { t } = useText();
  if (!backup) return <span className={styles.fault}>{t('adminSystem.backupNone')}</span>;
  const { addtime, file_name, file_size, row_count, file_count, fault_count, error } = backup;
  return (
    <>
      <Time value={addtime} />
      {error ? (
        <p className={styles.fault}>{t('adminSystem.backupFailed', { error })}</p>
      ) : (
        <p className={styles.quiet}>
          {t('adminSystem.backupFacts', {
            file: file_name,
            size: formatSize(file_size),
            rows: row_count,
            files: file_count,
            seconds: backup.seconds,
          })}
        </p>
      )}
      {fault_count > 0 && (
        <p className={styles.fault}>{t('adminSystem.backupFaults', { count: fault_count })}</p>
      )}
    </>
  );
}
