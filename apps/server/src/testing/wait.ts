/** How long a test waits for an event that must come. It limits a hang and does not judge speed. */
export const WAIT = { timeout: 120_000, interval: 20 };
