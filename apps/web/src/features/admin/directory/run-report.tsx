import type { DirectoryRunDetail } from '@octavo/contract/admin-directory.entities';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import styles from './directory.module.css';
import { runErrorText, roleText, stopsAt, useGoneText } from './run-texts.ts';

const COUNTS = [
  ['people', 'peopleRead'],
  ['created', 'added'],
  ['changed', 'changed'],
  ['gone', 'goneCount'],
] as const;
const MORE_COUNTS = [
  ['disabled', 'disabled'],
  ['enabled', 'enabledAgain'],
  ['roles', 'roles'],
  ['joined', 'joined'],
  ['left', 'left'],
  ['left_out', 'leftOut'],
] as const;

/** The four main counts of a run, or all of them. */
export function RunCounts({ run, all = false }: { run: DirectoryRunDetail; all?: boolean }) {
  const { t } = useText();
  return (
    <dl className={styles.counts}>
      {[...COUNTS, ...(all ? MORE_COUNTS : [])].map(([field, text]) => (
        <div key={field}>
          <dd>{run.counts[field]}</dd>
          <dt>{t(`adminDirectory.${text}`)}</dt>
        </div>
      ))}
    </dl>
  );
}

/** Why a run failed, with the message of the directory. */
export function RunFailure({ run: { error, error_detail } }: { run: DirectoryRunDetail }) {
  const { t } = useText();
  if (error === '') return null;
  return (
    <Note kind="error">
      <p>{t(runErrorText(error))}</p>
      <p>{t('adminDirectory.failedText')}</p>
      {error_detail !== '' && <p className={styles.detail}>{error_detail}</p>}
    </Note>
  );
}

/** What a run has changed, or what a preview would change. */
export function RunReport({ run }: { run: DirectoryRunDetail }) {
  const { t } = useText();
  const { report, counts, state, kind } = run;
  const goneText = useGoneText(run);
  const lists = [
    { title: t('adminDirectory.added'), count: counts.created, rows: report.created },
    { title: t('adminDirectory.changed'), count: counts.changed, rows: report.changed },
    {
      title: t('adminDirectory.goneCount'),
      count: counts.gone,
      rows: report.gone.map((each) => `${each.username}: ${goneText(each)}`),
    },
    { title: t('adminDirectory.enabledAgain'), count: counts.enabled, rows: report.enabled },
    {
      title: t('adminDirectory.roles'),
      count: counts.roles,
      rows: report.roles.map(({ username, groupid }) =>
        t('adminDirectory.roleOf', { username, role: t(roleText(groupid)) }),
      ),
    },
    {
      title: t('adminDirectory.leftOut'),
      count: counts.left_out,
      rows: report.left_out.map(({ who, reason }) => `${who}: ${t(`adminDirectory.${reason}`)}`),
    },
  ].filter(({ count }) => count > 0);
  const { disabled, known } = counts;
  return (
    <div className={styles.report}>
      {kind === 'preview' && <p className={styles.quiet}>{t('adminDirectory.previewHelp')}</p>}
      {kind === 'preview' && stopsAt(counts) && (
        <Note kind="warning">{t('adminDirectory.previewStops', { disabled, known })}</Note>
      )}
      {state === 'stopped' && (
        <Note kind="warning">{t('adminDirectory.stoppedText', { disabled, known })}</Note>
      )}
      <RunFailure run={run} />
      {state !== 'failed' && <RunCounts run={run} all />}
      {state !== 'failed' && lists.length === 0 && <p>{t('adminDirectory.nothing')}</p>}
      {lists.map(({ title, count, rows }) => (
        <section key={title}>
          <h3>{title}</h3>
          <ul>
            {rows.map((row) => (
              <li key={row}>{row}</li>
            ))}
            {count > rows.length && rows.length > 0 && (
              <li className={styles.quiet}>
                {t('adminDirectory.more', { count: count - rows.length })}
              </li>
            )}
          </ul>
        </section>
      ))}
    </div>
  );
}
