import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { MAX_COUNTED_LOSSES } from '@octavo/contract/limits';
import type { Ctx } from '../../http/context.ts';
import { includesAddress, isAddressRange, toBlockList } from '../../lib/address-ranges.ts';
import { pageHistoryRepository } from '../history/page-history.repository.ts';
import { settingRepository } from '../setting/setting.repository.ts';
import type { SiteSettings } from '../setting/setting.ts';
import { policyRepository } from './policy.repository.ts';

type Preview = Calls['adminSecurity']['preview'];

/** True if the new period ends before the old one; 0 is for ever. */
const isShorter = (next: number, days: number) => next > 0 && (days === 0 || next < days);

/** What the change would end and delete. Periods that become longer are not counted: they delete nothing. */
export async function previewSecurity(
  { db, viewer }: Ctx<Preview['access']>,
  input: CallRequest<Preview>,
) {
  const stored = await settingRepository(db).load();
  const sent = Object.fromEntries(
    Object.entries(input).filter(([, value]) => value !== undefined),
  ) as Partial<SiteSettings>;
  const next = { ...stored, ...sent };
  const policies = policyRepository(db);
  const limit = MAX_COUNTED_LOSSES;
  const ending = await policies.countEndingSessions(stored, next, viewer.device_id);
  const losses = async (
    name: 'audit_days' | 'recycle_days' | 'version_days',
    count: (days: number, limit: number) => Promise<number>,
  ) => (isShorter(next[name], stored[name]) ? count(next[name], limit) : 0);

  /** People, or those of the console, whose last request came from elsewhere. */
  async function countOutside(list: 'login' | 'console') {
    const isStricter =
      next[`${list}_networks_on`] &&
      (sent[`${list}_networks_on`] !== undefined || sent[`${list}_networks`] !== undefined);
    if (!isStricter) return 0;
    const ranges = next[`${list}_networks`].map(({ network }) => network).filter(isAddressRange);
    const networks = toBlockList(ranges);
    const rows = await policies.listAddresses(next, list === 'console', viewer.device_id);
    const outside = rows.filter(({ address }) => !includesAddress(networks, address));
    return new Set(outside.flatMap(({ users }) => users)).size;
  }

  return {
    sessions: ending.sessions,
    session_users: ending.users,
    ends_own_session: ending.own,
    users_outside: await countOutside('login'),
    staff_outside: await countOutside('console'),
    audit_entries: await losses('audit_days', policies.countAuditEntries),
    recycled_pages: await losses('recycle_days', policies.countRecycledPages),
    recycled_items: await losses('recycle_days', policies.countRecycledItems),
    versions: await losses('version_days', pageHistoryRepository(db).countExpired),
  };
}
