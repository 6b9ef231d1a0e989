import type { UserImportReason } from '@octavo/contract/admin-user-import.entities';

/** A line of the file, before a look at accounts. */
export interface CheckedLine {
  readonly line: number;
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly role: string;
  readonly username_key: string;
  readonly email_key: string;
  readonly groupid: number | null;
  readonly line_error: UserImportReason | '';
  readonly other_line: number;
}
