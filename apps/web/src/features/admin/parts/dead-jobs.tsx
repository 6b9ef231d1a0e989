import { calls } from '@octavo/contract';
import type { DeadJob } from '@octavo/contract/admin-system.entities';
import { RotateCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../../shared/api/use-call.ts';
import { useCommand } from '../../../shared/api/use-command.ts';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Time } from '../../../shared/i18n/time.tsx';
import { Asked } from '../../../shared/ui/asked.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Card, SectionHead } from '../../../shared/ui/card.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { DataTable } from '../../../shared/ui/data-table.tsx';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import { EmptyState } from '../../../shared/ui/state-block.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';

const REFRESH = [calls.adminSystem.deadJobs, calls.adminSystem.diagnose];

export function DeadJobs() {
  const { t } = useText();
  const asked = useCall(calls.adminSystem.deadJobs, {});
  const [discarded, setDiscarded] = useState<DeadJob>();
  const retry = useCommand(calls.adminSystem.retryJobs, { refresh: REFRESH });
  const list = asked.data?.list ?? [];
  const send = (jobs: readonly DeadJob[]) =>
    retry.mutate(
      { job_ids: jobs.map(({ job_id }) => job_id) },
      { onSuccess: () => showToast({ kind: 'done', text: t('adminSystem.retried') }) },
    );
  return (
    <>
      <SectionHead
        title={t('adminSystem.deadJobs')}
        help={t('adminSystem.deadJobsHelp')}
        action={
          list.length > 1 && (
            <Button size="small" loading={retry.isPending} onClick={() => send(list)}>
              {t('adminSystem.retryAll')}
            </Button>
          )
        }
      />
      <Asked asked={asked}>
        {() => (
          <Card>
            {list.length === 0 ? (
              <EmptyState title={t('adminSystem.noDeadTitle')}>
                {t('adminSystem.noDeadText')}
              </EmptyState>
            ) : (
              <DataTable
                label={t('adminSystem.deadJobs')}
                rows={list.map((job, at) => ({ ...job, at }))}
                keyOf={({ at }) => at}
                columns={[
                  { label: t('adminSystem.job'), render: ({ job_name }) => job_name },
                  { label: t('adminSystem.reason'), render: ({ reason }) => reason },
                  {
                    label: t('adminSystem.tries'),
                    width: 90,
                    kind: 'number',
                    render: ({ tries }) => tries,
                  },
                  {
                    label: t('adminSystem.lastTry'),
                    width: 170,
                    render: ({ last_time }) => <Time value={last_time} />,
                  },
                  {
                    label: t('adminSystem.actions'),
                    width: 110,
                    kind: 'actions',
                    render: (job) => (
                      <>
                        <IconButton
                          label={t('adminSystem.retry', { job: job.job_name })}
                          onClick={() => send([job])}
                        >
                          <RotateCw />
                        </IconButton>
                        <IconButton
                          danger
                          label={t('adminSystem.discard', { job: job.job_name })}
                          onClick={() => setDiscarded(job)}
                        >
                          <Trash2 />
                        </IconButton>
                      </>
                    ),
                  },
                ]}
              />
            )}
          </Card>
        )}
      </Asked>
      {discarded && <Discard job={discarded} onClosed={() => setDiscarded(undefined)} />}
    </>
  );
}

function Discard({ job, onClosed }: { job: DeadJob; onClosed: () => void }) {
  const { t } = useText();
  const discard = useFormCommand(calls.adminSystem.discardJobs, {
    refresh: REFRESH,
    onDone: () => showToast({ kind: 'done', text: t('adminSystem.discarded') }),
  });
  return (
    <ConfirmDialog
      title={t('adminSystem.discardTitle', { job: job.job_name })}
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
