import { calls } from '@octavo/contract';
import type { Diagnosis } from '@octavo/contract/admin-system.entities';
import { RefreshCw } from 'lucide-react';
import { useMegabytes } from '../../../shared/files/use-megabytes.ts';
import { useCall } from '../../../shared/api/use-call.ts';
import { useLanguage, useText } from '../../../shared/i18n/texts.tsx';
import { Time } from '../../../shared/i18n/time.tsx';
import { Asked } from '../../../shared/ui/asked.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Card, RowHelp, SectionHead, SettingRow } from '../../../shared/ui/card.tsx';
import { CopyButton } from '../../../shared/ui/copy-button.tsx';
import { ConnectionTests } from './connection-tests.tsx';
import { DeadJobs } from './dead-jobs.tsx';
import styles from './diagnostics.module.css';
import { Engines } from './engines.tsx';

/** Everything the site leans on, asked at the moment of looking. */
export function Diagnostics() {
  const { t } = useText();
  const asked = useCall(calls.adminSystem.diagnose, {});
  const { data, isFetching, refetch } = asked;
  return (
    <>
      <SectionHead
        title={t('adminSystem.diagnostics')}
        action={
          <div className={styles.actions}>
            <Button
              variant="quiet"
              icon={<RefreshCw />}
              loading={isFetching}
              onClick={() => void refetch()}
            >
              {t('adminSystem.askAgain')}
            </Button>
            {data && (
              <CopyButton
                label={t('adminSystem.copyReport')}
                text={JSON.stringify(data, undefined, 2)}
              />
            )}
          </div>
        }
      />
      <Asked asked={asked}>
        {(found) => (
          <>
            <Numbers found={found} />
            <h3 className={styles.heading}>{t('adminSystem.engines')}</h3>
            <Engines found={found} />
            <h3 className={styles.heading}>{t('adminSystem.site')}</h3>
            <Site found={found} />
            <ConnectionTests found={found} />
          </>
        )}
      </Asked>
      <DeadJobs />
    </>
  );
}

function Numbers({ found }: { found: Diagnosis }) {
  const { t } = useText();
  const { language } = useLanguage();
  const digits = new Intl.NumberFormat(language);
  const numbers = [
    [t('adminSystem.users'), found.user_count],
    [t('adminSystem.items'), found.item_count],
    [t('adminSystem.pages'), found.page_count],
    [t('adminSystem.editors'), found.editor_count],
  ] as const;
  return (
    <dl className={styles.numbers}>
      {numbers.map(([name, number]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{digits.format(number)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Site({ found }: { found: Diagnosis }) {
  const { t } = useText();
  const { version, node_version, migration, start_time } = found;
  return (
    <Card>
      <SettingRow label={t('adminSystem.version')}>
        {t('adminSystem.versionFacts', { version, node: node_version })}
      </SettingRow>
      <SettingRow label={t('adminSystem.tables')}>
        <span className="mono">{migration}</span>
      </SettingRow>
      <SettingRow label={t('adminSystem.started')}>
        <Time value={start_time} />
      </SettingRow>
      <SettingRow label={t('adminSystem.backup')}>
        <Backup backup={found.backup} />
      </SettingRow>
    </Card>
  );
}

function Backup({ backup }: { backup: Diagnosis['backup'] }) {
  const { t } = useText();
  const megabytes = useMegabytes();
  if (!backup) return <span className={styles.fault}>{t('adminSystem.backupNone')}</span>;
  const { addtime, file_name, file_size, row_count, file_count, fault_count, error } = backup;
  return (
    <>
      <Time value={addtime} />
      {error ? (
        <p className={styles.fault}>{t('adminSystem.backupFailed', { error })}</p>
      ) : (
        <RowHelp>
          {t('adminSystem.backupFacts', {
            file: file_name,
            size: megabytes(file_size / 1024 ** 2),
            rows: row_count,
            files: file_count,
            seconds: backup.seconds,
          })}
        </RowHelp>
      )}
      {fault_count > 0 && (
        <p className={styles.fault}>{t('adminSystem.backupFaults', { count: fault_count })}</p>
      )}
    </>
  );
}
