type Facts = Readonly<Record<string, unknown>>;

export interface AuditChange {
  /** `ldap_form.host` is the field `host` of the form `ldap_form`. */
  readonly field: string;
  /** Null for a secret, whose values are never stored. */
  readonly old: unknown;
  readonly new: unknown;
  readonly is_secret: boolean;
}

/** Splits the facts of an entry into changed values and everything else. */
export function splitFacts(facts: Facts): { changes: AuditChange[]; details: Facts } {
  const {
    was = {},
    replaced = [],
    ...details
  } = facts as Facts & {
    was?: Facts;
    replaced?: readonly string[];
  };
  const changes: AuditChange[] = Object.entries(was).map(([field, old]) => ({
    field,
    old: old ?? null,
    new: details[field] ?? null,
    is_secret: false,
  }));
  for (const field of replaced) changes.push({ field, old: null, new: null, is_secret: true });
  for (const field of Object.keys(was)) delete (details as Record<string, unknown>)[field];
  return { changes, details };
}
