import { calls } from '@octavo/contract';
import { useCall } from '../../../shared/api/use-call.ts';
import { formatTime } from '../../../shared/i18n/format-time.ts';
import { useLanguage, useText } from '../../../shared/i18n/texts.tsx';
import { Modal } from '../../../shared/ui/modal.tsx';
import { QueryState } from '../../../shared/ui/query-state.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { RunReport } from './run-report.tsx';

const POLL_MS = 1000;

const isActive = (state: string | undefined): boolean => state === 'queued' || state === 'running';

/** A run or a preview in detail; a preview that runs is awaited. */
export function RunDialog({ runId, onClose }: { runId: number; onClose: () => void }) {
  const { t } = useText();
  const { language } = useLanguage();
  const query = useCall(
    calls.adminDirectory.getRun,
    { run_id: runId },
    { pollInterval: (run) => (run && !isActive(run.state) ? 0 : POLL_MS) },
  );
  const run = query.data;
  const title =
    run?.kind === 'sync'
      ? t('adminDirectory.runTitle', { time: formatTime(run.addtime, language) })
      : t('adminDirectory.previewTitle');
  return (
    <Modal variant="wide" title={title} onClose={onClose}>
      <QueryState query={query}>
        {(current) =>
          isActive(current.state) ? (
            <div aria-busy="true">
              <p>{t(`adminDirectory.${current.state}`)}</p>
              <Skeleton shape="rows" />
            </div>
          ) : (
            <RunReport run={current} />
          )
        }
      </QueryState>
    </Modal>
  );
}
