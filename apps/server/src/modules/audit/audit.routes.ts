import type { Calls } from '@octavo/contract';
import type { Handlers } from '../../http/context.ts';
import { exportAudit } from './export-audit.ts';

const MOST_COUNTED = 1000;

export const auditRoutes: Handlers<Calls['audit']> = {
  getList: async ({ repos, grant }, { item_id, before, count, ...filter }) => {
    // The grant of an owner is limited to their item; an administrator has no grant and may query any item.
    const within = grant?.itemId ?? item_id;
    // One extra row shows whether there are older entries.
    const asked = { ...filter, item_id: within, before, count: count + 1 };
    const rows = await repos.audits.list(asked);
    const list = rows.slice(0, count);
    const next = rows.length > count ? (list.at(-1)?.audit_id ?? 0) : 0;
    // Following pages do not need the total again, and a complete list is not counted.
    if (before !== undefined) return { list, next, total: null };
    const most = MOST_COUNTED + 1;
    const total = next === 0 ? list.length : await repos.audits.count({ ...asked, count: most });
    return { list, next, total };
  },
  export: exportAudit,
};
