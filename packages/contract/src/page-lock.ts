/** The value of `lock_to` that releases a lock; other values are ignored. */
export const RELEASE_LOCK = 1000;
