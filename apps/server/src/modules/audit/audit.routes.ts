import type { Calls } from '@octavo/contract';
import { MAX_COUNTED_ROWS } from '@octavo/contract/limits';
import type { Handlers } from '../../http/context.ts';
import { splitFacts } from './audit-changes.ts';
import { exportAudit, exportAuditLines } from './export-audit.ts';
import { auditRepository } from './audit.repository.ts';

export const auditRoutes: Handlers<Calls['audit']> = {
  getList: async ({ db, grant }, { item_id, before, count, ...filter }) => {
    // The grant of an owner is limited to their item; an administrator has no grant and may query any item.
    const itemId = grant?.itemId ?? item_id;
    // One extra row shows whether there are older entries.
    const query = { ...filter, item_id: itemId, before, count: count + 1 };
    const rows = await auditRepository(db).list(query);
    const list = rows
      .slice(0, count)
      .map((row) => ({ ...row, changes: splitFacts(row.facts).changes }));
    const next = rows.length > count ? (list.at(-1)?.audit_id ?? 0) : 0;
    // Following pages do not need the total again, and a complete list is not counted.
    if (before !== undefined) return { list, next, total: null };
    const limit = MAX_COUNTED_ROWS + 1;
    const total =
      next === 0 ? list.length : await auditRepository(db).count({ ...query, count: limit });
    return { list, next, total };
  },
  export: exportAudit,
  exportLines: exportAuditLines,
};
