import type { DeadJob } from '@octavo/contract/admin-system.entities';
import { useState } from 'react';
import { formatTime } from '../../../shared/i18n/format-time.ts';
import { useLanguage, useText } from '../../../shared/i18n/texts.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { CopyButton } from '../../../shared/ui/copy-button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import dialog from '../../../shared/ui/dialog.module.css';
import styles from './diagnostics.module.css';
import { useJobName } from './use-job-name.ts';

/** The details and the last error of a failed job, which can be copied into a bug report. */
export function DeadJobDetails({ job, onClosed }: { job: DeadJob; onClosed: () => void }) {
  const { t } = useText();
  const { language } = useLanguage();
  const nameOf = useJobName();
  const [isClosed, setClosed] = useState(false);
  const close = () => setClosed(true);
  return (
    <Dialog
      open={!isClosed}
      title={nameOf(job)}
      width={560}
      initialFocus="button"
      onCancel={close}
      onClosed={onClosed}
    >
      <div className={dialog.fields}>
        <dl className={styles.details}>
          <dt>{t('adminSystem.jobKind')}</dt>
          <dd className="mono">{job.job_name}</dd>
          <dt>{t('adminSystem.jobNumber')}</dt>
          <dd className="mono">{job.job_id}</dd>
          <dt>{t('adminSystem.ordered')}</dt>
          <dd>{formatTime(job.addtime, language)}</dd>
          <dt>{t('adminSystem.lastTry')}</dt>
          <dd>{formatTime(job.last_time, language)}</dd>
          <dt>{t('adminSystem.tries')}</dt>
          <dd>{job.tries}</dd>
        </dl>
        <pre className={styles.error}>{job.reason}</pre>
      </div>
      <div className={dialog.footer}>
        <CopyButton text={JSON.stringify(job, undefined, 2)} />
        <Button onClick={close}>{t('shell.close')}</Button>
      </div>
    </Dialog>
  );
}
