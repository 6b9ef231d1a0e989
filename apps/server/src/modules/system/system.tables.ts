import type { Generated } from 'kysely';

export interface SystemTables {
  /** What one process has served in about a minute; kept for a day. */
  traffic: {
    traffic_id: Generated<number>;
    addtime: Generated<Date>;
    requests: number;
    /** Responses that failed because of the server. */
    errors: number;
    /** The number of pages being edited on the whole site. */
    editors: number;
    /** The number of responses per bucket of the histogram, by its upper bound in ms: `{"5": 12, "10": 3}`. */
    answer_times: unknown;
  };
}
