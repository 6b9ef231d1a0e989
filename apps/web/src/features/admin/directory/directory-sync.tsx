import { calls } from '@octavo/contract';
import type { DirectoryConfig } from '@octavo/contract/admin-directory.entities';
import { useState } from 'react';
import { useCall } from '../../../shared/api/use-call.ts';
import { useCommand } from '../../../shared/api/use-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { QueryState } from '../../../shared/ui/query-state.tsx';
import { LdapValues } from '../external-login/login-values.tsx';
import { SettingValues, ValuesFoot } from '../parts/setting-values.tsx';
import { useMayChange } from '../parts/use-may-change.ts';
import { toGroupMapping } from './directory-draft.ts';
import { DirectoryForm } from './directory-form.tsx';
import styles from './directory.module.css';
import { GroupMappings } from './group-mappings.tsx';
import { LastSync } from './last-sync.tsx';
import { RunDialog } from './run-dialog.tsx';
import { RunsDialog } from './runs-dialog.tsx';
import { SyncSchedule } from './sync-schedule.tsx';

const POLL_MS = 1000;

/** The settings are reloaded while a sync runs. */
export const runPollInterval = (config: DirectoryConfig | undefined): number =>
  config && config.active_run_id !== 0 ? POLL_MS : 0;

/** The accounts of the LDAP directory: settings at the left, the last sync and the schedule beside them. */
export function DirectorySync({ config }: { config: DirectoryConfig }) {
  const mayChange = useMayChange();
  const [open, setOpen] = useState<number | 'all'>();
  const isRunning = config.active_run_id !== 0;
  const start = useCommand(calls.adminDirectory.start, {
    refresh: [calls.adminDirectory.loadConfig, calls.adminDirectory.getRuns],
  });
  const sync = () => start.mutate({ is_preview: false });
  const preview = () =>
    start.mutate({ is_preview: true }, { onSuccess: ({ run_id }) => setOpen(run_id) });
  return (
    <div className={styles.frame}>
      <div className={styles.beside}>
        <div className={styles.form}>
          {mayChange ? (
            <DirectoryForm
              config={config}
              isRunning={isRunning || start.isPending}
              onPreview={preview}
            />
          ) : (
            <DirectoryValues config={config} />
          )}
        </div>
        <div className={styles.side}>
          <LastSync
            config={config}
            onRetry={mayChange ? sync : undefined}
            onDetails={(runId) => setOpen(runId)}
          />
          <SyncSchedule
            config={config}
            mayChange={mayChange}
            isRunning={isRunning || start.isPending}
            onRun={sync}
            onAllRuns={() => setOpen('all')}
          />
        </div>
      </div>
      {open === 'all' && <RunsDialog onRun={setOpen} onClose={() => setOpen(undefined)} />}
      {typeof open === 'number' && <RunDialog runId={open} onClose={() => setOpen(undefined)} />}
    </div>
  );
}

/** The settings for auditors. */
function DirectoryValues({ config }: { config: DirectoryConfig }) {
  const { t } = useText();
  const query = useCall(calls.adminSetting.loadLdapConfig, {});
  const {
    schedule: _,
    schedule_hours: _hours,
    schedule_minute: _minute,
    ...form
  } = config.directory_form;
  const values = Object.entries({ ...form, create_accounts: form.create_accounts === 1 });
  return (
    <>
      <QueryState query={query}>{(ldap) => <LdapValues config={ldap} />}</QueryState>
      <SettingValues
        values={Object.fromEntries(
          values.map(([field, value]) => [`directory_form.${field}`, value]),
        )}
      />
      <GroupMappings
        mappings={config.mappings.map(toGroupMapping)}
        groupLabel={t('adminDirectory.group')}
      />
      <ValuesFoot lastSave={config.directory_saved} />
    </>
  );
}
