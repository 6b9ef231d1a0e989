import { calls } from '@octavo/contract';
import type { DeadJob } from '@octavo/contract/admin-system.entities';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../../shared/api/use-call.ts';
import { useCommand } from '../../../shared/api/use-command.ts';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Time } from '../../../shared/i18n/time.tsx';
import { QueryState } from '../../../shared/ui/query-state.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { DataTable } from '../../../shared/ui/data-table.tsx';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import { focusMain } from '../../../shared/ui/skip-link.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import { useMayChange } from '../parts/use-may-change.ts';
import { DeadJobDetails } from './dead-job-details.tsx';
import styles from './diagnostics.module.css';
import { useJobName } from './use-job-name.ts';

const REFRESH = [calls.adminSystem.deadJobs, calls.adminSystem.diagnose];

export function DeadJobs() {
  const { t } = useText();
  const mayChange = useMayChange();
  const query = useCall(calls.adminSystem.deadJobs, {});
  const [discarded, setDiscarded] = useState<DeadJob>();
  const [shown, setShown] = useState<DeadJob>();
  const retry = useCommand(calls.adminSystem.retryJobs, { refresh: REFRESH });
  const list = query.data?.list ?? [];
  const send = (jobs: readonly DeadJob[]) =>
    retry.mutate(
      { job_ids: jobs.map(({ job_id }) => job_id) },
      {
        onSuccess: () => {
          showToast({ kind: 'done', text: t('adminSystem.retried') });
          // The focused button was removed together with its row.
          if (document.activeElement === document.body) focusMain();
        },
      },
    );
  return (
    <section className={styles.part}>
      <div className={styles.head}>
        <h2>{t('adminSystem.deadJobs')}</h2>
        {list.length > 0 && <p>{t('adminSystem.deadJobsHelp')}</p>}
        {mayChange && list.length > 1 && (
          <Button size="small" loading={retry.isPending} onClick={() => send(list)}>
            {t('adminSystem.retryAll')}
          </Button>
        )}
      </div>
      <QueryState query={query}>
        {() =>
          list.length === 0 ? (
            <p className={styles.quiet}>{t('adminSystem.noDead')}</p>
          ) : (
            <Card flat>
              <JobTable
                jobs={list}
                onShow={setShown}
                onRetry={(job) => send([job])}
                onDiscard={setDiscarded}
              />
            </Card>
          )
        }
      </QueryState>
      {shown && <DeadJobDetails job={shown} onClosed={() => setShown(undefined)} />}
      {discarded && <DiscardJob job={discarded} onClosed={() => setDiscarded(undefined)} />}
    </section>
  );
}

interface JobTableProps {
  jobs: readonly DeadJob[];
  onShow: (job: DeadJob) => void;
  onRetry: (job: DeadJob) => void;
  onDiscard: (job: DeadJob) => void;
}

function JobTable({ jobs, onShow, onRetry, onDiscard }: JobTableProps) {
  const { t } = useText();
  const mayChange = useMayChange();
  const nameOf = useJobName();
  return (
    <DataTable
      label={t('adminSystem.deadJobs')}
      rows={jobs.map((job, at) => ({ ...job, at }))}
      keyOf={({ at }) => at}
      columns={[
        {
          label: t('adminSystem.job'),
          width: 280,
          render: (job) => <b className={styles.job}>{nameOf(job)}</b>,
        },
        {
          label: t('adminSystem.reason'),
          render: ({ reason }) => <span className={styles.reason}>{reason}</span>,
        },
        {
          label: t('adminSystem.lastTry'),
          width: 150,
          render: ({ last_time }) => (
            <span className={styles.quiet}>
              <Time value={last_time} />
            </span>
          ),
        },
        {
          label: t('adminSystem.actions'),
          width: 200,
          kind: 'actions',
          render: (job) => (
            <>
              <Button
                size="small"
                variant="quiet"
                aria-label={t('adminSystem.detailsOf', { job: nameOf(job) })}
                onClick={() => onShow(job)}
              >
                {t('adminSystem.details')}
              </Button>
              {mayChange && (
                <>
                  <Button
                    size="small"
                    variant="quiet"
                    aria-label={t('adminSystem.retryOf', { job: nameOf(job) })}
                    onClick={() => onRetry(job)}
                  >
                    {t('adminSystem.retry')}
                  </Button>
                  <IconButton
                    danger
                    label={t('adminSystem.discard', { job: nameOf(job) })}
                    onClick={() => onDiscard(job)}
                  >
                    <Trash2 />
                  </IconButton>
                </>
              )}
            </>
          ),
        },
      ]}
    />
  );
}

function DiscardJob({ job, onClosed }: { job: DeadJob; onClosed: () => void }) {
  const { t } = useText();
  const nameOf = useJobName();
  const discard = useFormCommand(calls.adminSystem.discardJobs, {
    refresh: REFRESH,
    onDone: () => showToast({ kind: 'done', text: t('adminSystem.discarded') }),
  });
  return (
    <ConfirmDialog
      title={t('adminSystem.discardTitle', { job: nameOf(job) })}
      confirm={t('adminSystem.discardAction')}
      working={discard.working}
      done={discard.done}
      error={discard.otherError()}
      onConfirm={() => discard.send({ job_ids: [job.job_id] })}
      onClosed={onClosed}
    >
      {t('adminSystem.discardText')}
    </ConfirmDialog>
  );
}
