import { once } from 'node:events';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import pg from 'pg';

/** The internal connection of a pg client; its published types are incomplete. */
interface Connection {
  readonly stream: Socket;
  sendCopyFromChunk(chunk: Uint8Array): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

const connectionOf = (client: pg.Client) => client.connection as unknown as Connection;

/** PostgreSQL sends one message per row; rows are combined into chunks of this size. */
const CHUNK_BYTES = 64 * 1024;

/** Streams the output of `copy … to stdout` with backpressure. `rows` resolves to the number of rows at the end. */
export function copyOut(client: pg.Client, sql: string) {
  const { stream } = connectionOf(client);
  let isFinished = false;
  const bytes = new Readable({
    highWaterMark: 4 * CHUNK_BYTES,
    read: () => void stream.resume(),
    destroy(error, done) {
      // If the reader stops early, PostgreSQL would wait on its writes forever.
      if (!isFinished) stream.destroy();
      done(error);
    },
  });
  let chunks: Buffer[] = [];
  let size = 0;
  const flush = () => {
    const isFull = size > 0 && !bytes.push(Buffer.concat(chunks));
    chunks = [];
    size = 0;
    if (isFull) stream.pause();
  };
  const rows = new Promise<number>((resolve, reject) => {
    const copy = new pg.Query(sql, (error: Error | undefined, result: pg.QueryResult) => {
      isFinished = true;
      if (error) {
        bytes.destroy(error);
        reject(error);
        return;
      }
      flush();
      bytes.push(null);
      resolve(result.rowCount ?? 0);
    });
    Object.assign(copy, {
      handleCopyData({ chunk }: { chunk: Buffer }) {
        // Copied, because the driver reuses the buffer for its next messages.
        chunks.push(Buffer.from(chunk));
        size += chunk.length;
        if (size >= CHUNK_BYTES) flush();
      },
    });
    client.query(copy);
  });
  // The reader of `bytes` receives the error from the stream.
  rows.catch(() => {});
  return { bytes, rows };
}

/** Sends bytes to `copy … from stdin` with backpressure. Resolves to the number of rows. */
export async function copyIn(
  client: pg.Client,
  sql: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<number> {
  const connection = connectionOf(client);
  const send = async () => {
    try {
      for await (const chunk of bytes) {
        connection.sendCopyFromChunk(chunk);
        if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain');
      }
      connection.endCopyFrom();
    } catch (error) {
      connection.sendCopyFail(error instanceof Error ? error.message : 'the input ended early');
    }
  };
  return new Promise<number>((resolve, reject) => {
    const copy = new pg.Query(sql, (error: Error | undefined, result: pg.QueryResult) =>
      error ? reject(error) : resolve(result.rowCount ?? 0),
    );
    Object.assign(copy, { handleCopyInResponse: () => void send() });
    client.query(copy);
  });
}
