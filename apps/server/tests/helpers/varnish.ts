import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { choosePort } from '../../../../scripts/services/processes.ts';
import { sendRequest } from './http.ts';
import { startProgram } from './program.ts';
import { WAIT } from './wait.ts';

const OPERATING = new URL('../../../../docs/operating.md', import.meta.url);

/** The example of the documentation, for this site and token. */
async function exampleConfig(sitePort: number, token: string): Promise<string> {
  const example = /^```vcl\n(.*?)^```/ms.exec(await readFile(OPERATING, 'utf8'))?.[1];
  if (example === undefined) throw new Error('operating.md has no example for Varnish');
  return example
    .replace('.port = "3000"', `.port = "${sitePort}"`)
    .replace('Bearer CDN_PURGE_TOKEN', `Bearer ${token}`);
}

/** Starts a real Varnish in front of a site that need not run yet. */
export async function startVarnish(sitePort: number, token: string) {
  const folder = await mkdtemp(join(tmpdir(), 'octavo-varnish-'));
  const port = await choosePort();
  const file = join(folder, 'octavo.vcl');
  await writeFile(file, await exampleConfig(sitePort, token));
  const options = ['-F', '-j', 'none', '-T', 'none', '-s', 'malloc,16m', '-p', 'vsl_space=1M'];
  const address = ['-n', join(folder, 'work'), '-a', `127.0.0.1:${port}`, '-f', file];
  const varnish = startProgram('/usr/sbin/varnishd', [...options, ...address]);
  const url = `http://127.0.0.1:${port}`;
  await vi.waitFor(() => {
    if (varnish.isRunning()) return sendRequest(url);
  }, WAIT);
  if (!varnish.isRunning()) throw new Error(`Varnish did not start: ${varnish.stderr()}`);
  return {
    url,
    purgeUrl: `${url}/cdn-purge`,
    async close() {
      varnish.signal('SIGTERM');
      await varnish.exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
