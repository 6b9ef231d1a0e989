import { calls } from '@octavo/contract';
import type {
  DirectoryConfig,
  DirectoryRunDetail,
} from '@octavo/contract/admin-directory.entities';
import { paths } from '@octavo/contract/paths';
import { CircleAlert, RefreshCw, UserX } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { formatTime } from '../../../shared/i18n/format-time.ts';
import { useLanguage, useText } from '../../../shared/i18n/texts.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import settings from '../parts/settings.module.css';
import styles from './directory.module.css';
import { RunCounts, RunFailure } from './run-report.tsx';
import { STATE_TAGS, useGoneText } from './run-texts.ts';

const MAX_SHOWN = 3;

interface LastSyncProps {
  config: DirectoryConfig;
  /** Absent for auditors. */
  onRetry: (() => void) | undefined;
  onDetails: (runId: number) => void;
}

/** The result of the last sync, and what needs an administrator. */
export function LastSync({ config, onRetry, onDetails }: LastSyncProps) {
  const { t } = useText();
  const { language } = useLanguage();
  const { last_run: run, active_run_id } = config;
  const isRunning = active_run_id !== 0;
  const seconds = ((run?.milliseconds ?? 0) / 1000).toFixed(1);
  return (
    <section className={styles.card} aria-busy={isRunning}>
      <div className={styles.head}>
        <h2>{t('adminDirectory.lastSync')}</h2>
        <output>
          {isRunning && <Tag kind="accent">{t('adminDirectory.running')}</Tag>}
          {!isRunning && run && (
            <Tag kind={STATE_TAGS[run.state]}>{t(`adminDirectory.${run.state}`)}</Tag>
          )}
        </output>
      </div>
      {!run && <p className={styles.quiet}>{t('adminDirectory.noSync')}</p>}
      {run && (
        <>
          <p className={styles.quiet}>
            {t('adminDirectory.took', { time: formatTime(run.addtime, language), seconds })}
          </p>
          <RunFailure run={run} />
          {run.state === 'failed' && onRetry && (
            <Button icon={<RefreshCw />} disabled={isRunning} onClick={onRetry}>
              {t('adminDirectory.retry')}
            </Button>
          )}
          {run.state === 'stopped' && <Stopped run={run} mayConfirm={onRetry !== undefined} />}
          {run.state === 'done' && <RunCounts run={run} />}
          {run.state !== 'failed' && <Concerned run={run} />}
          <button type="button" className={settings.link} onClick={() => onDetails(run.run_id)}>
            {t('adminDirectory.details')}
          </button>
        </>
      )}
    </section>
  );
}

/** People who are gone, and entries that were left out. */
function Concerned({ run }: { run: DirectoryRunDetail }) {
  const { report, counts } = run;
  const goneText = useGoneText(run);
  const { t } = useText();
  return (
    <ul className={styles.concerned}>
      {report.gone.slice(0, MAX_SHOWN).map((person) => (
        <li key={person.username}>
          <UserX />
          <div>
            <b>{t('adminDirectory.goneOne', { username: person.username })}</b>
            <p>{goneText(person)}</p>
            <Link to={paths.admin.href({ tab: 'items', owner: person.username })}>
              {t('adminDirectory.goneItems')}
            </Link>
          </div>
        </li>
      ))}
      {counts.left_out > 0 && (
        <li className={styles.alert}>
          <CircleAlert />
          <div>
            <b>{t('adminDirectory.leftOutCount', { count: counts.left_out })}</b>
            {report.left_out.slice(0, MAX_SHOWN).map(({ who, reason }) => (
              <p key={`${who} ${reason}`}>{`${who}: ${t(`adminDirectory.${reason}`)}`}</p>
            ))}
          </div>
        </li>
      )}
    </ul>
  );
}

/** A run that would disable too many accounts; an administrator confirms their number. */
function Stopped({ run, mayConfirm }: { run: DirectoryRunDetail; mayConfirm: boolean }) {
  const { t } = useText();
  const [isAsking, setAsking] = useState(false);
  const { disabled, known } = run.counts;
  const start = useFormCommand(calls.adminDirectory.start, {
    refresh: [calls.adminDirectory.loadConfig],
  });
  return (
    <>
      <Note kind="warning">{t('adminDirectory.stoppedText', { disabled, known })}</Note>
      {mayConfirm && (
        <Button variant="danger" onClick={() => setAsking(true)}>
          {t('adminDirectory.confirm')}
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={t('adminDirectory.confirmTitle', { count: disabled })}
          confirm={t('adminDirectory.confirmAction')}
          working={start.working}
          done={start.done}
          error={start.otherError()}
          onConfirm={() => start.send({ is_preview: false, confirmed_run_id: run.run_id })}
          onClosed={() => setAsking(false)}
        >
          {t('adminDirectory.confirmText')}
        </ConfirmDialog>
      )}
    </>
  );
}
