/** The role of a user, `groupid`. In a file without schemas, because the web client does not load zod. */
export const ADMIN_GROUP = 1;
export const USER_GROUP = 2;
/** Reads the console and the audit log, and changes nothing there; in items an ordinary user. */
export const AUDITOR_GROUP = 3;

/** Who may open the console. */
export function mayReadConsole(groupid: number): boolean {
  return groupid === ADMIN_GROUP || groupid === AUDITOR_GROUP;
}
