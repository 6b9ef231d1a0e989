import { formatSize } from '@octavo/texts/format-size';
import { calls } from '@octavo/contract';
import type { Diagnosis } from '@octavo/contract/admin-system.entities';
import { Check, ClipboardCopy } from 'lucide-react';
import { useCall } from '../../../shared/api/use-call.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Time } from '../../../shared/i18n/time.tsx';
import { QueryState } from '../../../shared/ui/query-state.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { useCopy } from '../../../shared/ui/use-copy.ts';
import { RefreshButton } from './refresh-button.tsx';
import { ConnectionTests } from './connection-tests.tsx';
import { ConsoleHeader } from '../parts/console-header.tsx';
import { useMayChange } from '../parts/use-may-change.ts';
import { DeadJobs } from './dead-jobs.tsx';
import styles from './diagnostics.module.css';
import { Services } from './services.tsx';
import { TrafficMetrics } from './traffic-metrics.tsx';

/** The current state of all services that the site depends on. */
export function Diagnostics() {
  const { t } = useText();
  const mayChange = useMayChange();
  const query = useCall(calls.adminSystem.diagnose, {});
  const { data, dataUpdatedAt, isFetching, refetch } = query;
  return (
    <>
      <ConsoleHeader title={t('adminSystem.diagnostics')}>
        <RefreshButton
          updatedAt={dataUpdatedAt}
          isFetching={isFetching}
          onRefresh={() => void refetch()}
        />
        {data && <CopyReport diagnosis={data} />}
      </ConsoleHeader>
      <QueryState query={query}>
        {(diagnosis) => (
          <>
            <TrafficMetrics diagnosis={diagnosis} />
            <section className={styles.part}>
              <h2>{t('adminSystem.engines')}</h2>
              <Services diagnosis={diagnosis} />
            </section>
          </>
        )}
      </QueryState>
      <DeadJobs />
      {data && (
        <>
          <section className={styles.part}>
            <h2>{t('adminSystem.site')}</h2>
            <Site diagnosis={data} />
          </section>
          {mayChange && <ConnectionTests diagnosis={data} />}
        </>
      )}
    </>
  );
}

function CopyReport({ diagnosis }: { diagnosis: Diagnosis }) {
  const { t } = useText();
  const { copied, copy } = useCopy(JSON.stringify(diagnosis, undefined, 2));
  return (
    <Button
      icon={copied ? <Check /> : <ClipboardCopy />}
      onClick={(event) => void copy(event.currentTarget)}
    >
      <span aria-live="polite">{t(copied ? 'shell.copied' : 'adminSystem.copyReport')}</span>
    </Button>
  );
}

function Site({ diagnosis }: { diagnosis: Diagnosis }) {
  const { t } = useText();
  const { version, node_version: node, user_count, item_count, page_count } = diagnosis;
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
        <dd className="mono">{diagnosis.migration}</dd>
      </div>
      <div>
        <dt>{t('adminSystem.started')}</dt>
        <dd>
          <Time value={diagnosis.start_time} />
        </dd>
      </div>
      <div>
        <dt>{t('adminSystem.backup')}</dt>
        <dd>
          <Backup backup={diagnosis.backup} />
        </dd>
      </div>
    </dl>
  );
}

function Backup({ backup }: { backup: Diagnosis['backup'] }) {
  const { t } = useText();
  if (!backup) return <span className={styles.failed}>{t('adminSystem.backupNone')}</span>;
  const { addtime, file_name, file_size, row_count, file_count, fault_count, error } = backup;
  return (
    <>
      <Time value={addtime} />
      {error ? (
        <p className={styles.failed}>{t('adminSystem.backupFailed', { error })}</p>
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
        <p className={styles.failed}>{t('adminSystem.backupErrors', { count: fault_count })}</p>
      )}
    </>
  );
}
