import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { choosePort, isAlive, startDetached, waitForPort } from './processes.ts';

it('a service that does not start is stopped, and the error names its log', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'octavo-service-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const log = join(folder, 'slow.log');
  const identity = await startDetached('sleep', ['60'], log);
  const port = await choosePort();
  await expect(waitForPort(port, identity, log, 200)).rejects.toThrow(
    `no response on port ${port} after 0.2 s; see ${log}`,
  );
  expect(isAlive(identity)).toBe(false);
});
