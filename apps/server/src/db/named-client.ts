import { createHash } from 'node:crypto';
import pg from 'pg';
import { currentTrace } from '../trace.ts';

/** Statement names by SQL text. The limit bounds the memory if a statement has variable text. */
const names = new Map<string, string>();
const MOST_NAMES = 1000;

/**
 * The prefix of statements that PostgreSQL plans for their values each time. The best plan for a small item is the
 * worst for a large one, and a prepared statement would switch to one generic plan after some executions.
 */
export const PLANNED_ANEW = '/* planned anew */';

function nameOf(sql: string): string | undefined {
  if (sql.startsWith(PLANNED_ANEW)) return undefined;
  const known = names.get(sql);
  if (known !== undefined || names.size >= MOST_NAMES) return known;
  const name = createHash('sha1').update(sql).digest('base64url');
  names.set(sql, name);
  return name;
}

/**
 * Sends parameterised queries as named prepared statements. PostgreSQL then parses and plans each of them once per
 * connection, which more than halves the cost of small reads.
 */
export class NamedClient extends pg.Client {
  // pg declares eleven overloads; the query builder and the pool use this one.
  override query(...given: unknown[]): never {
    const trace = currentTrace();
    if (trace) trace.queries += 1;
    const send = super.query.bind(this) as (...values: unknown[]) => never;
    const [sql, values, ...rest] = given;
    if (typeof sql !== 'string' || !Array.isArray(values)) return send(...given);
    const name = nameOf(sql);
    return send(name ? { name, text: sql, values } : { text: sql, values }, ...rest);
  }
}
