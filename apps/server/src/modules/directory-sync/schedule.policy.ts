import type { DirectoryForm } from '../setting/setting.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

type Schedule = Pick<DirectoryForm, 'schedule' | 'schedule_hours' | 'schedule_minute'>;

/** The latest time of the schedule that is not after `now`; undefined if the schedule is off. */
function lastSlot(schedule: Schedule, now: Date): number | undefined {
  if (schedule.schedule === 'off') return undefined;
  const isDaily = schedule.schedule === 'daily';
  const interval = isDaily ? DAY_MS : schedule.schedule_hours * HOUR_MS;
  const offset = isDaily ? schedule.schedule_minute * MINUTE_MS : 0;
  return Math.floor((now.getTime() - offset) / interval) * interval + offset;
}

export function nextRun(schedule: Schedule, now: Date): Date | null {
  const slot = lastSlot(schedule, now);
  if (slot === undefined) return null;
  return new Date(
    slot + (schedule.schedule === 'daily' ? DAY_MS : schedule.schedule_hours * HOUR_MS),
  );
}

/** Whether a time of the schedule has passed since then: since the last sync or the last save of the schedule. */
export function isDue(schedule: Schedule, since: Date, now: Date): boolean {
  const slot = lastSlot(schedule, now);
  return slot !== undefined && slot > since.getTime();
}
