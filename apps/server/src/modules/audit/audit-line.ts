import { splitFacts } from './audit-changes.ts';
import type { AuditRow } from './audit.repository.ts';

/**
 * An entry as one line of JSON, for exports and for the stream to a SIEM. The fields are described in
 * docs/operating.md; fields may be added, but none is removed or renamed.
 */
export function toAuditLine(row: AuditRow): string {
  const { changes, details } = splitFacts(row.facts);
  return JSON.stringify({
    time: row.addtime.toISOString(),
    id: row.audit_id,
    action: row.action,
    result: row.result,
    actor: { id: row.uid, name: row.username, kind: row.actor_kind },
    object: {
      user: row.subject === '' ? null : { id: row.subject_uid, name: row.subject },
      team: row.team_id === null ? null : { id: row.team_id, name: row.team_name },
      page: row.page_id === null ? null : { id: row.page_id, name: row.page_title },
    },
    item: row.item_id === null ? null : { id: row.item_id, name: row.item_name },
    address: row.address,
    user_agent: row.user_agent,
    request_id: row.request_id,
    changes: changes.map(({ field, is_secret, ...values }) =>
      is_secret ? { field, secret: true } : { field, ...values },
    ),
    details,
  });
}
