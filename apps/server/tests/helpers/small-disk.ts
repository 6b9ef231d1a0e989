import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk {
  readonly folder: string;
  /** Makes every write fail, also for root, until it is writable again. */
  setReadOnly(isReadOnly: boolean): void;
  remove(): void;
}

/** Mounts a disk of two megabytes; returns undefined if the test lacks the permission to mount. */
export function mountSmallDisk(): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  return {
    folder,
    setReadOnly(isReadOnly) {
      execFileSync('mount', ['-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, folder]);
    },
    remove: () => void execFileSync('umount', [folder]),
  };
}
