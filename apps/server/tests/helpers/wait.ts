/** How long a test waits for an expected event. It only limits a hang; it is not a performance limit. */
export const WAIT = { timeout: 120_000, interval: 20 };
