import { createHash } from 'node:crypto';
import pg from 'pg';
import { currentTrace } from '../trace.ts';

/** Statements this process has sent; the bound keeps a statement with a moving text from filling it. */
const names = new Map<string, string>();
const MOST_NAMES = 1000;

/**
 * Begins a statement that is planned for its values each time, since the best way for a small item is the
 * worst for a large one: after some uses PostgreSQL would keep one plan for all of them.
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
 * Sends parameterised statements by name: PostgreSQL then parses and plans it once per
 * connection, which more than halves the cost of the small reads that most calls are made of.
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
