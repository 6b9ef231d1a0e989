import {
  access,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { calls } from '@octavo/contract';
import { describe, expect, it, onTestFinished } from 'vitest';
import { repositories } from '../../db/repositories.ts';
import { noteRelease } from '../../first-start.ts';
import { makeLoggedIn, visitor } from '../../testing/factories.ts';
import { newReleaseKey, openFeed, releaseFiles, signed } from '../../testing/release-feed.ts';
import { openOwnSite } from '../../testing/site.ts';
import { VERSION } from '../../version.ts';
import { packRelease } from './pack-release.ts';
import { isNewer } from './release.policy.ts';
import { operatorCommand } from './operator-command.ts';

const { checkUpdate, download, history, updateFiles } = calls.adminUpdate;
const NEXT = '99.1.0';
const { publicKey, privateKey } = newReleaseKey();

async function ownHome(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'octavo-home-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  await mkdir(join(home, 'releases', VERSION), { recursive: true });
  await symlink(`releases/${VERSION}`, join(home, 'current'));
  return home;
}

/** A site that runs under the launcher, with an update feed. */
async function launched() {
  const feed = await openFeed();
  onTestFinished(() => feed.close());
  const home = await ownHome();
  const site = await openOwnSite({
    UPDATE_FEED_URL: feed.url,
    UPDATE_PUBLIC_KEY: publicKey,
    OCTAVO_HOME: home,
    ROLES: 'web',
  });
  const { client } = await makeLoggedIn(site, { admin: true });
  const releases = async () => (await readdir(join(home, 'releases'))).toSorted();
  return { feed, home, site, client, releases };
}

describe('an update', () => {
  it('is offered, downloaded, verified and activated', async () => {
    const { feed, home, site, client, releases } = await launched();
    feed.offer(NEXT, privateKey, releaseFiles(NEXT));
    expect(await client.must(checkUpdate, {})).toMatchObject({
      version: VERSION,
      new_version: NEXT,
      is_feed_set: 1,
      is_launched: 1,
      is_staged: 0,
      notes: ['Quicker search'],
      fault: '',
    });
    expect(await client.must(updateFiles, {})).toMatchObject({
      is_switched: 0,
      fault: 'notStaged',
    });
    expect(await client.must(download, {})).toEqual({ is_staged: 1, fault: '' });
    expect(await releases()).toEqual([VERSION, NEXT].toSorted());
    expect(await readlink(join(home, 'current'))).toBe(`releases/${VERSION}`);
    expect(await readlink(join(home, 'releases', NEXT, 'node_modules/@octavo/contract'))).toBe(
      '../../packages/contract',
    );
    expect((await client.must(checkUpdate, {})).is_staged).toBe(1);
    expect(await client.must(updateFiles, {})).toEqual({ is_switched: 1, fault: '', command: '' });
    expect(await readlink(join(home, 'current'))).toBe(`releases/${NEXT}`);
    const told = await site.database.query<{ action: string; facts: object }>(
      `select action, facts from audit_log where action like 'adminUpdate%' order by audit_id`,
    );
    expect(told.at(-1)).toEqual({
      action: 'adminUpdate.updateFiles',
      facts: { version: NEXT, fault: '' },
    });
  });

  it('is recorded with the requesting user and the time until it was ready', async () => {
    const { feed, site, client } = await launched();
    const known = async () => await client.must(history, {});
    expect(await known()).toMatchObject({
      version: VERSION,
      is_feed_set: 1,
      check: null,
      list: [],
    });
    const { deps } = site;
    await Promise.all([noteRelease(deps), noteRelease(deps)]);
    const first = { version: VERSION, username: '', seconds: 0 };
    expect((await known()).list).toMatchObject([first]);
    feed.offer(NEXT, privateKey, releaseFiles(NEXT));
    await client.must(checkUpdate, {});
    expect((await known()).check).toMatchObject({ new_version: NEXT, fault: '' });
    await client.must(download, {});
    await client.must(updateFiles, {});
    const { username } = await client.must(calls.user.info, {});
    const ordered = { version: NEXT, username, seconds: null };
    expect((await known()).list).toMatchObject([ordered, first]);
    // The requested release fails to start and the previous one runs again: this is not recorded as a new release.
    await noteRelease(deps);
    expect((await known()).list).toMatchObject([ordered, first]);
    const { releases } = deps.repos;
    const serves = (version: string) =>
      deps.db.transaction().execute((trx) => repositories(trx).releases.noteServing(version));
    await serves(NEXT);
    await site.database.query(
      `update release_run set ready_time = addtime + interval '38 seconds' where version = '${NEXT}'`,
    );
    await serves(NEXT);
    expect((await known()).list).toMatchObject([{ ...ordered, seconds: 38 }, first]);
    // An operator installs another release.
    await serves('99.2.0');
    expect((await releases.list(1))[0]).toMatchObject({ version: '99.2.0', username: '' });
  });

  it('can be a release that was packed by packRelease', async () => {
    const { feed, home, client } = await launched();
    const root = await ownHome();
    const privateText = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
    const built = ['apps/web/dist/index.html', 'node_modules/pg/index.js', 'scripts/launch.ts'];
    const pack = () =>
      packRelease({
        root,
        to: join(root, 'feed'),
        privateKey: privateText,
        isForThisPlatform: true,
      });
    for (const { name, content = '' } of [
      ...releaseFiles(NEXT),
      ...built.map((file) => ({ name: file, content: '' })),
    ]) {
      await mkdir(dirname(join(root, String(name))), { recursive: true });
      await writeFile(join(root, String(name)), content);
    }
    await symlink('/etc', join(root, 'packages/link'));
    // packRelease rejects a tree with dev dependencies or without the built web app.
    await mkdir(join(root, 'node_modules/vite'));
    await expect(pack()).rejects.toThrow('npm ci --omit=dev');
    await rm(join(root, 'node_modules/vite'), { recursive: true });
    await rename(join(root, 'apps/web/dist'), join(root, 'dist'));
    await expect(pack()).rejects.toThrow('npm run build');
    await rename(join(root, 'dist'), join(root, 'apps/web/dist'));
    await pack();
    for (const name of ['latest.json', `octavo-${NEXT}.zip`])
      feed.files.set(name, await readFile(join(root, 'feed', name)));
    expect(await client.must(download, {})).toEqual({ is_staged: 1, fault: '' });
    expect((await readdir(join(home, 'releases', NEXT, 'packages'))).toSorted()).toEqual([
      'contract',
    ]);
    // The release contains the launcher.
    await access(join(home, 'releases', NEXT, 'scripts/launch.ts'));
  });

  it('that fails verification is rejected and leaves no files', async () => {
    const { feed, home, client, releases } = await launched();
    const files = releaseFiles(NEXT);
    const evil = join(home, 'evil.ts');
    const offer = (...given: [files?: typeof files, besides?: object]) =>
      feed.offer(NEXT, privateKey, given[0] ?? files, given[1]);
    const text = () => String(feed.files.get('latest.json'));
    const bend = (change: (sent: { manifest: string; signature: string }) => object) =>
      feed.files.set('latest.json', JSON.stringify(change(JSON.parse(text()) as never)));
    const cases: [fault: string, prepare: () => void][] = [
      ['unreachable', () => feed.files.clear()],
      ['malformed', () => feed.files.set('latest.json', '<html>')],
      ['malformed', () => feed.files.set('latest.json', signed({ version: NEXT }, privateKey))],
      ['unsigned', () => feed.offer(NEXT, newReleaseKey().privateKey, files)],
      [
        'unsigned',
        () => {
          offer();
          bend(({ manifest }) => ({ manifest, signature: '' }));
        },
      ],
      [
        'unsigned',
        () => {
          offer();
          bend(({ manifest, signature }) => {
            const read = JSON.parse(Buffer.from(manifest, 'base64').toString()) as object;
            const other = JSON.stringify({ ...read, version: '99.9.9' });
            return { manifest: Buffer.from(other).toString('base64'), signature };
          });
        },
      ],
      ['older', () => feed.offer('0.0.1', privateKey, releaseFiles('0.0.1'))],
      ['older', () => feed.offer(VERSION, privateKey, releaseFiles(VERSION))],
      ['platform', () => offer(files, { platform: 'plan9-mips' })],
      ['malformed', () => offer(files, { file: '../octavo.zip' })],
      ['malformed', () => offer(files, { file: 'http://evil.test/x.zip' })],
      ['hash', () => offer(files, { sha256: '0'.repeat(64) })],
      ['hash', () => offer(files, { size: 10 })],
      ['hash', () => offer(files, { size: 10_000 })],
      ['unreachable', () => (offer(), void feed.files.delete(`octavo-${NEXT}.zip`))],
      ['archive', () => offer([...files, { name: '../../../evil.ts', content: 'x' }])],
      ['archive', () => offer([...files, { name: evil, content: 'x' }])],
      [
        'archive',
        () => offer([...files, { name: 'link', content: '/etc', attributes: 0xa1ff0000 }]),
      ],
      ['archive', () => offer(releaseFiles('99.2.0'))],
      ['archive', () => offer(files.slice(0, 2))],
    ];
    for (const [fault, prepare] of cases) {
      prepare();
      expect(await client.must(download, {})).toEqual({ is_staged: 0, fault });
      expect((await client.must(updateFiles, {})).is_switched).toBe(0);
      expect(await releases()).toEqual([VERSION]);
    }
    expect(await readlink(join(home, 'current'))).toBe(`releases/${VERSION}`);
    await expect(readFile(evil)).rejects.toThrow('ENOENT');
    // It is not an error that the feed has no newer release.
    feed.offer(VERSION, privateKey, releaseFiles(VERSION));
    expect(await client.must(checkUpdate, {})).toMatchObject({ new_version: '', fault: '' });
  });

  it('is never downloaded from a URL in the request', async () => {
    const { feed, site, client } = await launched();
    const canary = await openFeed();
    onTestFinished(() => canary.close());
    feed.offer(VERSION, privateKey, releaseFiles(VERSION));
    const person = await makeLoggedIn(site);
    const body = {
      new_version: NEXT,
      file_url: `${canary.url}/x.zip`,
      url: `${canary.url}/latest.json`,
    };
    for (const each of [visitor(site), person.client, client])
      for (const { path } of [checkUpdate, download, updateFiles])
        await each.request({ method: 'POST', url: path, payload: body });
    expect(canary.asked).toEqual([]);
    expect(new Set(feed.asked)).toEqual(new Set(['/latest.json']));
  });

  it('is not available without a feed, and returns the operator command without the launcher', async () => {
    const site = await openOwnSite({ ROLES: 'web' });
    const { client } = await makeLoggedIn(site, { admin: true });
    expect(await client.must(checkUpdate, {})).toMatchObject({
      new_version: '',
      is_feed_set: 0,
      is_launched: 0,
      fault: '',
    });
    expect(await client.must(download, {})).toEqual({ is_staged: 0, fault: 'notLaunched' });
    expect((await client.must(updateFiles, {})).command).toBe(operatorCommand());
  });

  it.each([
    ['a container', ['/.dockerenv'], {}, 'docker compose pull && docker compose up -d'],
    ['a checkout', ['.git'], {}, 'git pull && npm ci && npm run build && npm start'],
    ['an unpacked release', [], {}, 'unzip -q octavo-VERSION.zip'],
    ['Kubernetes', ['/.dockerenv'], { KUBERNETES_SERVICE_HOST: '10.0.0.1' }, ''],
  ])('returns the operator command for %s', (_kind, files, env, command) => {
    const exists = (path: string) => files.some((file) => path.endsWith(file));
    const found = operatorCommand({ env, exists });
    expect(found.startsWith(command) && (command !== '' || found === '')).toBe(true);
  });

  it('compares versions numerically', () => {
    expect(isNewer('1.10.0', '1.9.9')).toBe(true);
    expect(isNewer('1.9.9', '1.10.0')).toBe(false);
    expect(isNewer('2.0.0', '1.99.99')).toBe(true);
    expect(isNewer('1.0.0', '1.0.0')).toBe(false);
  });
});
