import type { LastSave } from '@octavo/contract/admin-setting.entities';

/** Who saves, and when, for those who look at the form later. */
export function savedBy({
  viewer,
}: {
  readonly viewer: { readonly username: string };
}): NonNullable<LastSave> {
  return { username: viewer.username, time: new Date().toISOString() };
}
