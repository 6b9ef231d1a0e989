/** Seconds before each retry; the last one repeats. */
const DELAYS = [5, 8, 13, 21, 30];
const LAST_DELAY = 30;
/** A failure this long after the last retry starts with the first delay again. */
const RESET_MS = 60_000;

export interface Countdown {
  readonly start: number;
  readonly end: number;
}

let attempt = 0;
let countdown: Countdown = { start: 0, end: 0 };

/** When to retry: all waiting requests of this tab share one countdown. */
export function joinCountdown(): Countdown {
  const now = Date.now();
  if (countdown.end > now) return countdown;
  if (now - countdown.end > RESET_MS) attempt = 0;
  // Random jitter, so that waiting browsers do not retry at the same time.
  const delay = (DELAYS[attempt] ?? LAST_DELAY) * 1000 * (1 + Math.random() / 5);
  attempt += 1;
  countdown = { start: now, end: now + delay };
  return countdown;
}
