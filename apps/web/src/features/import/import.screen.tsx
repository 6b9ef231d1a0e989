import { calls } from '@octavo/contract';
import { paths } from '@octavo/contract/paths';
import { keepPreviousData } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import { useCall } from '../../shared/api/use-call.ts';
import { useText } from '../../shared/i18n/texts.tsx';
import { ButtonLink } from '../../shared/ui/button.tsx';
import { Column } from '../../shared/ui/column.tsx';
import { LoadError } from '../../shared/ui/load-error.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { FailureState } from '../../shared/ui/state-block.tsx';
import { isActive, type ImportTask } from './import-task.ts';
import { DoneCard } from './parts/done-card.tsx';
import { ImportPlan, PLAN_PAGE_SIZE, type PlanFilter } from './parts/import-plan.tsx';
import { ProgressCard } from './parts/progress-card.tsx';
import { UndoneCard } from './parts/undone-card.tsx';

const POLL_MS = 1000;

/** Shows one import from its plan to its result; the URL can be reopened at any time. */
export function ImportScreen() {
  const { t } = useText();
  const { task_id = '' } = useParams();
  const [filter, setFilter] = useState<PlanFilter>({ action: 'all', page: 1 });
  const { action, page } = filter;
  const {
    data: task,
    error,
    refetch,
  } = useCall(
    calls.import.status,
    {
      task_id: Number(task_id),
      page,
      count: PLAN_PAGE_SIZE,
      ...(action !== 'all' && { action }),
    },
    {
      placeholderData: keepPreviousData,
      pollInterval: (latest) => (latest && isActive(latest) ? POLL_MS : 0),
    },
  );
  if (error && !task) return <LoadError error={error} onRetry={() => void refetch()} />;
  const title = t(task?.state === 'planned' ? 'importing.planTitle' : 'importing.title');
  const importUrl = paths.addItem.href({ tab: 'import', item_id: task?.item_id || undefined });
  return (
    <Column>
      <PageTitle screen={title} />
      <PageHead
        title={title}
        context={task && subtitleOf(task, t)}
        back={{ to: importUrl, label: t('importing.back') }}
      />
      {!task ? (
        <Skeleton shape="rows" />
      ) : isActive(task) ? (
        <ProgressCard task={task} />
      ) : task.state === 'planned' ? (
        <ImportPlan task={task} filter={filter} onFilter={setFilter} />
      ) : task.state === 'done' ? (
        <DoneCard task={task} />
      ) : task.state === 'undone' ? (
        <UndoneCard task={task} />
      ) : (
        <FailureState
          icon={<TriangleAlert />}
          title={t(task.state === 'stopped' ? 'importing.stopped' : 'importing.failed')}
          actions={<ButtonLink to={importUrl}>{t('importing.tryAgain')}</ButtonLink>}
        >
          {task.state === 'stopped' ? t('importing.stoppedText') : task.error}
        </FailureState>
      )}
    </Column>
  );
}

function subtitleOf(
  { item_id, item_name: item, file_name: file }: ImportTask,
  t: ReturnType<typeof useText>['t'],
): string {
  if (item === '') return file;
  return item_id > 0 ? t('importing.into', { file, item }) : t('importing.asNew', { file, item });
}
