import type { ResponseTimes, TrafficRow } from './traffic-row.ts';

function sumTimes(all: readonly ResponseTimes[]): ResponseTimes {
  const sum: Record<string, number> = {};
  for (const times of all)
    for (const [end, count] of Object.entries(times)) sum[end] = (sum[end] ?? 0) + count;
  return sum;
}

/** The median response time, interpolated within its histogram bucket. */
export function medianOf(times: ResponseTimes): number | null {
  const spans = Object.entries(times)
    .map(([end, count]) => ({ end: Number(end), count }))
    .toSorted((a, b) => a.end - b.end);
  const half = spans.reduce((sum, { count }) => sum + count, 0) / 2;
  let begin = 0;
  let below = 0;
  for (const { end, count } of spans) {
    if (count > 0 && below + count >= half) {
      // The last bucket has no upper bound, so its lower bound is used.
      const time = end === Infinity ? begin : begin + ((end - begin) * (half - below)) / count;
      return time < 10 ? Math.round(time * 10) / 10 : Math.round(time);
    }
    below += count;
    begin = end;
  }
  return null;
}

/** Requests per minute. Each process writes a row per minute, so minutes without rows were not measured. */
function requestsPerMinute(rows: readonly TrafficRow[]): number | null {
  const minutes = new Set(rows.map(({ minute }) => minute)).size;
  if (minutes === 0) return null;
  const mean = rows.reduce((sum, { requests }) => sum + requests, 0) / minutes;
  return mean < 10 ? Math.round(mean * 10) / 10 : Math.round(mean);
}

const responseTime = (rows: readonly TrafficRow[]) =>
  medianOf(sumTimes(rows.map(({ answer_times }) => answer_times)));

const maxEditors = (rows: readonly TrafficRow[]) =>
  rows.length === 0 ? null : Math.max(...rows.map(({ editors }) => editors));

/** The values of the whole period, and of each interval, oldest first. */
export function summarizeTraffic(rows: readonly TrafficRow[], spans: number) {
  const curve = (valueOf: (rows: readonly TrafficRow[]) => number | null) =>
    Array.from({ length: spans }, (_, at) =>
      valueOf(rows.filter(({ span }) => span === spans - 1 - at)),
    );
  return {
    answer_time: responseTime(rows),
    answer_time_curve: curve(responseTime),
    requests: requestsPerMinute(rows),
    requests_curve: curve(requestsPerMinute),
    editors_curve: curve(maxEditors),
  };
}
