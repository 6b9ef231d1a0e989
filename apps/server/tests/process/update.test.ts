import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readlink, rm, symlink } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { calls } from '@octavo/contract';
import { expect, it, onTestFinished } from 'vitest';
import { choosePort } from '../../../../scripts/services/processes.ts';
import { startLoadBalancer } from '../helpers/load-balancer.ts';
import { startClients } from '../helpers/concurrent-clients.ts';
import { sendRequest } from '../helpers/http.ts';
import { startProgram } from '../helpers/program.ts';
import { newReleaseKey, startReleaseFeed, packTestRelease } from '../helpers/release-feed.ts';
import { ADMIN, openInstallation } from '../helpers/installation.ts';
import { VERSION } from '../../src/version.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const LAUNCH = join(ROOT, 'scripts/launch.ts');
const { checkUpdate, download, updateFiles } = calls.adminUpdate;
/** A shutdown delay so long that the test passes only if SIGUSR2 ends it. */
const LONG_DELAY = '600000';

it(
  'switches to a new release behind a load balancer without a failed request, and rolls back one that cannot run',
  {
    timeout: 600_000,
  },
  async () => {
    const home = await mkdtemp(join(tmpdir(), 'octavo-home-'));
    onTestFinished(() => rm(home, { recursive: true, force: true }));
    await mkdir(join(home, 'releases'));
    await symlink(ROOT, join(home, 'releases', VERSION));
    await symlink(`releases/${VERSION}`, join(home, 'current'));
    await symlink(join(ROOT, 'node_modules'), join(home, 'node_modules'));
    const { publicKey, privateKey } = newReleaseKey();
    const feed = await startReleaseFeed();
    onTestFinished(() => feed.close());
    const site = await openInstallation('migrated', {
      OCTAVO_HOME: home,
      UPDATE_FEED_URL: feed.url,
      UPDATE_PUBLIC_KEY: publicKey,
      SHUTDOWN_DELAY_MS: LONG_DELAY,
      STORAGE_DIR: join(home, 'files'),
    });
    onTestFinished(() => site.close());
    const launch = async () => {
      const PORT = String(await choosePort());
      const program = startProgram(process.execPath, [LAUNCH], { ...site.env, PORT });
      /** Sends SIGUSR2 to the running server process: the load balancer no longer routes to it. */
      const skipShutdownDelay = () => {
        const pid = Number(
          program
            .stdout()
            .match(/"pid":\d+/g)
            ?.at(-1)
            ?.slice(6),
        );
        if (pid > 0) process.kill(pid, 'SIGUSR2');
      };
      // The launcher's server process ends with it.
      onTestFinished(async () => {
        program.signal('SIGTERM');
        if (program.isRunning()) skipShutdownDelay();
        await program.exited;
      });
      const url = `http://127.0.0.1:${PORT}`;
      const isReady = () =>
        sendRequest(`${url}/health/ready`).then(
          ({ status }) => status,
          () => 0,
        );
      await expect.poll(isReady).toBe(200);
      return { url, program, skipShutdownDelay };
    };
    const launched = [await launch(), await launch()] as const;
    const balancer = await startLoadBalancer(launched.map(({ url }) => url));
    onTestFinished(() => balancer.close());
    const browser = site.newBrowser();
    await browser.callOk(balancer, calls.user.login, ADMIN);
    const failures: string[] = [];
    let answered = 0;
    const agent = new Agent({ keepAlive: true });
    const stop = startClients(2, async () => {
      const answer = await browser.call(balancer, calls.user.info, {}, agent).catch(String);
      answered += 1;
      if (typeof answer === 'string') failures.push(answer);
      else if (answer.error_code !== 0) failures.push(`${answer.status} ${answer.error_message}`);
      await sleep(50);
    });
    onTestFinished(async () => {
      await stop();
      agent.destroy();
    });
    const apply = async () => {
      expect(await browser.callOk(balancer, download, {})).toEqual({ is_staged: 1, fault: '' });
      expect((await browser.callOk(balancer, updateFiles, {})).is_switched).toBe(1);
    };

    feed.publish(
      '99.1.9',
      privateKey,
      packTestRelease('99.1.9', { 'apps/server/src/serve.ts': 'export {' }),
    );
    await apply();
    const readOutput = () => launched.map(({ program }) => program.stdout()).join('');
    await expect.poll(readOutput).toContain(`launch: rolling back to releases/${VERSION}`);
    expect(await readlink(join(home, 'current'))).toBe(`releases/${VERSION}`);
    expect((await browser.callOk(balancer, checkUpdate, {})).version).toBe(VERSION);

    const migration = 'apps/server/src/db/migrations/9000-next.sql';
    const next = { [migration]: 'create table next_release (a int);' };
    feed.publish('99.2.0', privateKey, packTestRelease('99.2.0', next));
    await apply();
    await Promise.all(
      launched.map(async ({ url, program, skipShutdownDelay }) => {
        const isDrained = () =>
          program.stdout().includes('shutting down') && balancer.isDrained(url);
        await expect.poll(isDrained).toBe(true);
        skipShutdownDelay();
        await expect.poll(program.stdout).toContain('launch: serving releases/99.2.0');
      }),
    );
    for (const each of launched)
      expect((await browser.callOk(each, checkUpdate, {})).version).toBe('99.2.0');
    await expect.poll(() => existsSync(join(home, 'changing'))).toBe(false);
    await stop();
    console.log(`${answered} requests, ${failures.length} failed`);
    expect(failures).toEqual([]);
    expect(await site.database.query('select from next_release')).toEqual([]);
  },
);
