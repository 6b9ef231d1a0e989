import { calls } from '@octavo/contract';
import type { DirectoryConfig } from '@octavo/contract/admin-directory.entities';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useCommand } from '../../../shared/api/use-command.ts';
import { formatTime } from '../../../shared/i18n/format-time.ts';
import { useLanguage, useText } from '../../../shared/i18n/texts.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { SelectInput } from '../../../shared/ui/select-input.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import styles from './directory.module.css';

const HOURS = [1, 2, 4, 6, 12];
const DAY_MINUTES = 1440;

/** A minute of the day in UTC as one in the browser's time zone, or the other way round. */
const shift = (minute: number, by: number) => (minute + by + DAY_MINUTES) % DAY_MINUTES;

const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

interface SyncScheduleProps {
  config: DirectoryConfig;
  mayChange: boolean;
  isRunning: boolean;
  onRun: () => void;
  onAllRuns: () => void;
}

/** When syncs run. A choice is saved at once. */
export function SyncSchedule(props: SyncScheduleProps) {
  const { config, mayChange, isRunning } = props;
  const { t } = useText();
  const { language } = useLanguage();
  const { schedule, schedule_hours, schedule_minute } = config.directory_form;
  const save = useCommand(calls.adminDirectory.saveConfig, {
    refresh: [calls.adminDirectory.loadConfig],
    scope: 'directory-schedule',
  });
  const send = (directory_form: object) =>
    save.mutate(
      { directory_form },
      { onSuccess: () => showToast({ kind: 'done', text: t('adminDirectory.scheduleSaved') }) },
    );
  const hoursText = (hours: number) =>
    hours === 1 ? t('adminDirectory.everyHour') : t('adminDirectory.everyHours', { hours });
  const hours = HOURS.includes(schedule_hours) ? HOURS : [...HOURS, schedule_hours];
  const [offset] = useState(() => new Date().getTimezoneOffset());
  const localMinute = shift(schedule_minute, -offset);
  const minutes = new Set([...Array.from({ length: 24 }, (_, hour) => hour * 60), localMinute]);
  const options = [
    { value: 'off', name: t('adminDirectory.off') },
    ...hours.map((each) => ({ value: `hours ${each}`, name: hoursText(each) })),
    { value: 'daily', name: t('adminDirectory.daily') },
  ];
  const value = schedule === 'hours' ? `hours ${schedule_hours}` : schedule;
  return (
    <section className={styles.card}>
      <h2>{t('adminDirectory.schedule')}</h2>
      {mayChange ? (
        <>
          <SelectInput
            label={t('adminDirectory.schedule')}
            value={value}
            options={options}
            onValue={(chosen) =>
              send(
                chosen.startsWith('hours ')
                  ? { schedule: 'hours', schedule_hours: Number(chosen.slice('hours '.length)) }
                  : { schedule: chosen },
              )
            }
          />
          {schedule === 'daily' && (
            <Field label={t('adminDirectory.dailyAt')}>
              <SelectInput
                value={localMinute}
                options={[...minutes]
                  .toSorted((a, b) => a - b)
                  .map((minute) => ({ value: minute, name: clock(minute) }))}
                onValue={(minute) => send({ schedule_minute: shift(minute, offset) })}
              />
            </Field>
          )}
        </>
      ) : (
        <p>{options.find((option) => option.value === value)?.name}</p>
      )}
      {config.next_run && (
        <p className={styles.quiet}>
          {t('adminDirectory.next', { time: formatTime(config.next_run, language) })}
        </p>
      )}
      <div className={styles.acts}>
        {mayChange && (
          <Button icon={<RefreshCw />} loading={isRunning} onClick={props.onRun}>
            {t('adminDirectory.runNow')}
          </Button>
        )}
        <Button variant="quiet" onClick={props.onAllRuns}>
          {t('adminDirectory.allRuns')}
        </Button>
      </div>
    </section>
  );
}
