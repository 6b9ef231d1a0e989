/** The value of `lock_to` that gives a lock back; any other is not heeded. */
export const RELEASE = 1000;
