import type { UserImportAction } from '@octavo/contract/admin-user-import.entities';
import type { Generated } from 'kysely';

export interface UserImportTables {
  /** The lines of a CSV file with users: the plan of an import, and afterwards its report. */
  user_import_line: {
    task_id: number;
    /** The number of the line in the file. */
    line: number;
    username: string;
    name: string;
    email: string;
    role: string;
    username_key: string;
    /** The email as a username key, because no username may be the email of another account. */
    email_key: string;
    /** Null if the file has no role for the user. */
    groupid: number | null;
    /** What is wrong with the line itself, without a look at accounts; else empty. */
    line_error: string;
    /** The line with the same username or email; else 0. */
    other_line: Generated<number>;
    action: Generated<UserImportAction>;
    reason: Generated<string>;
    uid: number | null;
    /** The values of the account when the plan was made. */
    was_name: string | null;
    was_email: string | null;
    was_groupid: number | null;
    is_applied: Generated<boolean>;
  };
}
