import type { AuditEntry } from '@octavo/contract/audit.contract';

/** Texts of entries that only the admin console loads. */
export interface AuditWords {
  /** A line about the entry; empty if there is none. */
  readonly describe: (entry: AuditEntry) => string;
  /** The label and the value of a setting; undefined for other fields. */
  readonly fieldName: (field: string) => string | undefined;
  readonly fieldValue: (value: unknown, field: string) => string | undefined;
}
