import { calls } from '@octavo/contract';
import { MAX_USER_FILE_BYTES } from '@octavo/contract/file-size';
import { MAX_USER_FILE_LINES } from '@octavo/contract/limits';
import { formatSize } from '@octavo/texts/format-size';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { FileSpreadsheet } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useCall } from '../../../../shared/api/use-call.ts';
import { uploadFile, type UploadOptions } from '../../../../shared/api/upload-file.ts';
import { UploadArea } from '../../../../shared/files/upload-area.tsx';
import { useText } from '../../../../shared/i18n/texts.tsx';
import { Time } from '../../../../shared/i18n/time.tsx';
import { Button } from '../../../../shared/ui/button.tsx';
import { Dialog } from '../../../../shared/ui/dialog.tsx';
import dialog from '../../../../shared/ui/dialog.module.css';
import { LoadError } from '../../../../shared/ui/load-error.tsx';
import { Note } from '../../../../shared/ui/note.tsx';
import { Skeleton } from '../../../../shared/ui/skeleton.tsx';
import { Tile } from '../../../../shared/ui/tile.tsx';
import { ImportPlan, type LineFilter } from './import-plan.tsx';
import { ImportReport } from './import-report.tsx';
import { PLAN_PAGE_SIZE, type UserImport } from './user-import.ts';
import styles from './import.module.css';

const POLL_MS = 500;
const ALL: LineFilter = { action: 'all', page: 1 };

const isActive = ({ state }: Pick<UserImport, 'state'>) =>
  state === 'waiting' || state === 'running';

interface ImportDialogProps {
  /** The import that is shown; 0 to choose a file. */
  taskId: number;
  onTask: (taskId: number) => void;
  onClosed: () => void;
}

/** Imports users from a CSV file: file, plan, progress, report. */
export function ImportDialog({ taskId, onTask, onClosed }: ImportDialogProps) {
  const { t } = useText();
  const [isClosed, setClosed] = useState(false);
  const close = () => setClosed(true);
  return (
    <Dialog
      open={!isClosed}
      width={taskId === 0 ? 560 : 920}
      fillsPhone
      title={t('adminUserImport.title')}
      initialFocus="button"
      onCancel={close}
      onClosed={onClosed}
    >
      {taskId === 0 ? (
        <ChooseFile onTask={onTask} onClose={close} />
      ) : (
        <ImportState key={taskId} taskId={taskId} onOther={() => onTask(0)} onClose={close} />
      )}
    </Dialog>
  );
}

function ChooseFile(props: { onTask: (taskId: number) => void; onClose: () => void }) {
  const { t } = useText();
  const [error, setError] = useState('');
  async function send(file: File, options: UploadOptions) {
    const task = await uploadFile(calls.adminUserImport.plan, 'file', file, {}, options);
    if (task.state === 'failed') setError(task.error);
    else props.onTask(task.task_id);
    return { display_name: file.name };
  }
  return (
    <>
      <p className={dialog.help}>{t('adminUserImport.chooseHelp')}</p>
      <div className={dialog.fields}>
        <UploadArea
          send={send}
          refresh={[]}
          onStart={() => setError('')}
          hint={t('adminUserImport.chooseLimits', {
            lines: MAX_USER_FILE_LINES,
            size: formatSize(MAX_USER_FILE_BYTES),
          })}
          single
        />
        <div aria-live="polite">{error !== '' && <Note kind="error">{error}</Note>}</div>
        <LatestImport onTask={props.onTask} />
      </div>
      <div className={dialog.footer}>
        <Button onClick={props.onClose}>{t('shell.cancel')}</Button>
      </div>
    </>
  );
}

/** The last import of this administrator, which goes on or is kept for a while after the dialog was closed. */
function LatestImport({ onTask }: { onTask: (taskId: number) => void }) {
  const { t, rich } = useText();
  const { data } = useCall(calls.adminUserImport.latest, {}, { staleTime: 0, silent: true });
  const task = data?.task;
  if (!task) return null;
  const { state, applied } = task;
  const result =
    state === 'done'
      ? t('adminUserImport.latestDone', { count: applied })
      : state === 'failed'
        ? t('adminUserImport.latestFailed')
        : isActive(task)
          ? t('adminUserImport.latestRunning')
          : applied > 0
            ? t('adminUserImport.latestPartly', { count: applied })
            : t('adminUserImport.latestPlanned');
  return (
    <div className={styles.file}>
      <Tile>
        <FileSpreadsheet />
      </Tile>
      <div>
        <b>{result}</b>
        <small>
          {rich('adminUserImport.latest', {
            file: task.file_name,
            time: <Time value={task.addtime} />,
          })}
        </small>
      </div>
      <Button size="small" onClick={() => onTask(task.task_id)}>
        {t('adminUserImport.open')}
      </Button>
    </div>
  );
}

interface ImportStateProps {
  taskId: number;
  onOther: () => void;
  onClose: () => void;
}

function ImportState({ taskId, onOther, onClose }: ImportStateProps) {
  const { t } = useText();
  const [filter, setFilter] = useState(ALL);
  const { action, page } = filter;
  const { data, error, refetch } = useCall(
    calls.adminUserImport.status,
    {
      task_id: taskId,
      page,
      count: PLAN_PAGE_SIZE,
      ...(action !== 'all' && { action }),
    },
    {
      staleTime: 0,
      placeholderData: keepPreviousData,
      pollInterval: (latest) => (latest && isActive(latest) ? POLL_MS : 0),
    },
  );
  useRefreshUsers(data?.state === 'done');
  if (error && !data)
    return (
      <>
        <LoadError error={error} onRetry={() => void refetch()} />
        <div className={dialog.footer}>
          <Button onClick={onOther}>{t('adminUserImport.otherFile')}</Button>
          <Button onClick={onClose}>{t('adminUserImport.close')}</Button>
        </div>
      </>
    );
  if (!data) return <Skeleton shape="rows" />;
  if (data.state === 'planned')
    return (
      <ImportPlan
        task={data}
        filter={filter}
        onFilter={setFilter}
        onOther={onOther}
        onClose={onClose}
      />
    );
  if (data.state === 'done') return <ImportReport task={data} onClose={onClose} />;
  const isRunning = isActive(data);
  return (
    <>
      <div className={dialog.fields} aria-live="polite">
        {isRunning ? <Progress task={data} /> : <Note kind="error">{data.error}</Note>}
      </div>
      <div className={dialog.footer}>
        {!isRunning && <Button onClick={onOther}>{t('adminUserImport.otherFile')}</Button>}
        <Button onClick={onClose}>{t('adminUserImport.close')}</Button>
      </div>
    </>
  );
}

/** The list behind the dialog shows the new accounts. */
function useRefreshUsers(isDone: boolean) {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (isDone) void queryClient.invalidateQueries({ queryKey: [calls.adminUser.getList.path] });
  }, [isDone, queryClient]);
}

function Progress({ task: { step, done, total } }: { task: UserImport }) {
  const { t } = useText();
  const title = t(step === 'plan' ? 'adminUserImport.reading' : 'adminUserImport.applying');
  return (
    <div className={styles.progress}>
      <b>{title}</b>
      {total > 0 && <span>{t('adminUserImport.progress', { done, total })}</span>}
      <progress aria-label={title} {...(total > 0 && { value: done, max: total })} />
      {step === 'apply' && <p>{t('adminUserImport.applyingText')}</p>}
    </div>
  );
}
