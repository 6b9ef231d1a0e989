import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from, to } from 'pg-copy-streams';

/** Streams the output of `copy … to stdout` with backpressure. `countRows` returns the number of rows after the end. */
export function copyOut(client: pg.Client, sql: string) {
  const bytes = client.query(to(sql));
  // If the reader stops early, closing the client emits an error that has no other listener.
  bytes.on('error', () => {});
  return {
    bytes,
    async countRows(): Promise<number> {
      // PostgreSQL sends the number of rows after the last row. The next query waits for it.
      await client.query('');
      return bytes.rowCount;
    },
  };
}

/** Sends bytes to `copy … from stdin` with backpressure. Resolves to the number of rows. */
export async function copyIn(
  client: pg.ClientBase,
  sql: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<number> {
  const copy = client.query(from(sql));
  await pipeline(bytes, copy);
  return copy.rowCount;
}
