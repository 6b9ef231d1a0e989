import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { toAuditLine } from './audit-line.ts';
import type { AuditRow } from './audit.repository.ts';

/** More than the longest line. */
const TAIL_BYTES = 4 * 1024 * 1024;
const NEW_LINE = 10;

async function readTail(file: FileHandle): Promise<{ tail: Buffer; start: number }> {
  const { size } = await file.stat();
  const start = Math.max(0, size - TAIL_BYTES);
  const tail = Buffer.alloc(size - start);
  const { bytesRead } = await file.read(tail, 0, tail.length, start);
  return { tail: tail.subarray(0, bytesRead), start };
}

/** Appends to a file, which may be renamed between two batches: each opens it anew. */
export function createFileTarget(url: URL) {
  return {
    /** Removes the part of a line that a process has written before it died. */
    async findLastLine() {
      const file = await open(url, 'a+', 0o600);
      try {
        const { tail, start } = await readTail(file);
        const end = tail.lastIndexOf(NEW_LINE) + 1;
        if (end < tail.length) await file.truncate(start + end);
        const whole = tail.subarray(0, Math.max(end - 1, 0));
        return whole.subarray(whole.lastIndexOf(NEW_LINE) + 1).toString();
      } finally {
        await file.close();
      }
    },

    async send(rows: readonly AuditRow[]) {
      const file = await open(url, 'a', 0o600);
      try {
        await file.appendFile(rows.map((row) => `${toAuditLine(row)}\n`).join(''));
        await file.datasync();
      } finally {
        await file.close();
      }
    },
  };
}
