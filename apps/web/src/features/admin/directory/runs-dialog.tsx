import { calls } from '@octavo/contract';
import type { DirectoryRun } from '@octavo/contract/admin-directory.entities';
import { useCall } from '../../../shared/api/use-call.ts';
import { formatTime } from '../../../shared/i18n/format-time.ts';
import { useLanguage, useText } from '../../../shared/i18n/texts.tsx';
import { Modal } from '../../../shared/ui/modal.tsx';
import { QueryState } from '../../../shared/ui/query-state.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import settings from '../parts/settings.module.css';
import styles from './directory.module.css';
import { runErrorText, STATE_TAGS } from './run-texts.ts';

interface RunsDialogProps {
  onRun: (runId: number) => void;
  onClose: () => void;
}

/** The last runs, newest first. */
export function RunsDialog({ onRun, onClose }: RunsDialogProps) {
  const { t } = useText();
  const query = useCall(calls.adminDirectory.getRuns, {});
  return (
    <Modal variant="wide" title={t('adminDirectory.allRuns')} onClose={onClose}>
      <QueryState query={query}>
        {(runs) =>
          runs.length === 0 ? (
            <p>{t('adminDirectory.noRuns')}</p>
          ) : (
            <ul className={styles.runs}>
              {runs.map((run) => (
                <RunRow key={run.run_id} run={run} onRun={onRun} />
              ))}
            </ul>
          )
        }
      </QueryState>
    </Modal>
  );
}

function RunRow({ run, onRun }: { run: DirectoryRun; onRun: (runId: number) => void }) {
  const { t } = useText();
  const { language } = useLanguage();
  const { run_id, state, addtime, started_by, error, counts } = run;
  return (
    <li>
      <Tag kind={STATE_TAGS[state]}>{t(`adminDirectory.${state}`)}</Tag>
      <div>
        <button type="button" className={settings.link} onClick={() => onRun(run_id)}>
          {formatTime(addtime, language)}
        </button>
        <p className={styles.quiet}>
          {started_by === ''
            ? t('adminDirectory.bySchedule')
            : t('adminDirectory.startedBy', { username: started_by })}
          {' · '}
          {error === ''
            ? `${t('adminDirectory.added')} ${counts.created}, ${t('adminDirectory.changed')} ${counts.changed}, ${t('adminDirectory.goneCount')} ${counts.gone}`
            : t(runErrorText(error))}
        </p>
      </div>
    </li>
  );
}
