/** The number of responses per histogram bucket, by the upper bound in ms; the last bound is `Infinity`. */
export type ResponseTimes = Readonly<Record<string, number>>;

/** Traffic that one process has recorded. */
export interface TrafficRow {
  /** The index of the interval; the newest is 0. */
  readonly span: number;
  /** The minute of the row, counted from the epoch. */
  readonly minute: number;
  readonly requests: number;
  readonly editors: number;
  readonly answer_times: ResponseTimes;
}
