import { calls } from '@octavo/contract';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openInstallation } from '../helpers/installation.ts';
import type { Installation, RunningServer } from '../helpers/installation.ts';

const NO_ADMIN = { ADMIN_USERNAME: '', ADMIN_PASSWORD: '' };

async function startThree(site: Installation): Promise<RunningServer[]> {
  onTestFinished(() => site.close());
  return Promise.all([site.start(), site.start(), site.start()]);
}

function findLogLines(servers: readonly RunningServer[], message: string) {
  return servers.flatMap((server) => server.logsWithMessage(message));
}

describe('three processes that start at the same time on an empty database', () => {
  it('all start, migrate it once and log one setup link, which works once', async () => {
    const site = await openInstallation('empty', NO_ADMIN);
    const servers = await startThree(site);

    const migrated = findLogLines(servers, 'database migrated');
    expect(migrated).toHaveLength(1);
    const migrations = await site.database.query<{ name: string }>('select name from migration');
    expect(migrated[0]?.['applied']).toEqual(migrations.map(({ name }) => name).toSorted());
    for (const server of servers) expect(await server.readiness()).toMatchObject({ code: 200 });

    const links = findLogLines(servers, 'open this link once to create the first administrator');
    expect(links).toHaveLength(1);
    const token = new URL(String(links[0]?.['setup_link'])).searchParams.get('token') ?? '';
    const password = 'seven quiet boats';
    const form = { username: 'mei', password, confirm_password: password, token };
    const [first, second] = servers as [RunningServer, RunningServer, RunningServer];
    const made = await site.newBrowser().callOk(first, calls.user.setup, form);
    expect(made).toMatchObject({ username: 'mei', groupid: 1 });
    const again = { ...form, username: 'lin' };
    const refused = await site.newBrowser().call(second, calls.user.setup, again);
    expect(refused).toMatchObject({ error_code: 10101, data: null });
  });

  it('create exactly one administrator from the environment', async () => {
    const site = await openInstallation('empty');
    const servers = await startThree(site);
    expect(findLogLines(servers, 'first administrator created from the environment')).toHaveLength(
      1,
    );
    expect(findLogLines(servers, 'open this link once to create the first administrator')).toEqual(
      [],
    );
    expect(await site.database.query('select username, groupid from "user"')).toEqual([
      { username: 'harbor-master', groupid: 1 },
    ]);
  });
});
