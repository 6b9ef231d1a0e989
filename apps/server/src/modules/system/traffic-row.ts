/** How many answers took up to so many milliseconds and longer than the span before; `Infinity` is the last. */
export type AnswerTimes = Readonly<Record<string, number>>;

/** What processes wrote down in a span of time. */
export interface TrafficRow {
  /** Which of the spans, the newest is 0. */
  readonly span: number;
  /** The minute it was written in. */
  readonly minute: number;
  readonly requests: number;
  readonly editors: number;
  readonly answer_times: AnswerTimes;
}
