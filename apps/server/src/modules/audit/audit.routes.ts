import type { Calls } from '@octavo/contract';
import type { Handlers } from '../../http/context.ts';
import { exportAudit } from './export-audit.ts';

export const auditRoutes: Handlers<Calls['audit']> = {
  getList: async ({ repos, grant }, { item_id, before, count, ...filter }) => {
    // An owner's grant names their item; an administrator has none and may ask for any.
    const within = grant?.itemId ?? item_id;
    // One more than asked for tells whether there are older ones.
    const rows = await repos.audits.list({ ...filter, item_id: within, before, count: count + 1 });
    const list = rows.slice(0, count);
    return { list, next: rows.length > count ? (list.at(-1)?.audit_id ?? 0) : 0 };
  },
  export: exportAudit,
};
