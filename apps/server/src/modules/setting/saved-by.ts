import type { LastSave } from '@octavo/contract/admin-setting.entities';

/** The user and time of a save, which the form shows later. */
export function savedBy({
  viewer,
}: {
  readonly viewer: { readonly username: string };
}): NonNullable<LastSave> {
  return { username: viewer.username, time: new Date().toISOString() };
}
