import { withTransaction } from '../../db/repository.ts';
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
import { recordServingRelease } from '../../first-start.ts';
import { makeLoggedInUser, makeVisitor } from '../../../tests/helpers/factories.ts';
import {
  newReleaseKey,
  startReleaseFeed,
  minimalReleaseFiles,
  signManifest,
} from '../../../tests/helpers/release-feed.ts';
import { openIsolatedSite } from '../../../tests/helpers/site.ts';
import { VERSION } from '../../version.ts';
import { packRelease } from './pack-release.ts';
import { isNewer, toReleaseKey, verifyManifest } from './release.policy.ts';
import { operatorCommand } from './operator-command.ts';
import { releaseRepository } from './release.repository.ts';

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
async function openLaunchedSite() {
  const feed = await startReleaseFeed();
  onTestFinished(() => feed.close());
  const home = await ownHome();
  const site = await openIsolatedSite({
    UPDATE_FEED_URL: feed.url,
    UPDATE_PUBLIC_KEY: publicKey,
    OCTAVO_HOME: home,
    ROLES: 'web',
  });
  const { client } = await makeLoggedInUser(site, { admin: true });
  const releases = async () => (await readdir(join(home, 'releases'))).toSorted();
  return { feed, home, site, client, releases };
}

describe('an update', () => {
  it('is offered, downloaded, verified and activated', async () => {
    const { feed, home, site, client, releases } = await openLaunchedSite();
    feed.publish(NEXT, privateKey, minimalReleaseFiles(NEXT));
    expect(await client.callOk(checkUpdate, {})).toMatchObject({
      version: VERSION,
      new_version: NEXT,
      is_feed_set: 1,
      is_launched: 1,
      is_staged: 0,
      notes: ['Quicker search'],
      fault: '',
    });
    expect(await client.callOk(updateFiles, {})).toMatchObject({
      is_switched: 0,
      fault: 'notStaged',
    });
    expect(await client.callOk(download, {})).toEqual({ is_staged: 1, fault: '' });
    expect(await releases()).toEqual([VERSION, NEXT].toSorted());
    expect(await readlink(join(home, 'current'))).toBe(`releases/${VERSION}`);
    expect(await readlink(join(home, 'releases', NEXT, 'node_modules/@octavo/contract'))).toBe(
      '../../packages/contract',
    );
    expect((await client.callOk(checkUpdate, {})).is_staged).toBe(1);
    expect(await client.callOk(updateFiles, {})).toEqual({
      is_switched: 1,
      fault: '',
      command: '',
    });
    expect(await readlink(join(home, 'current'))).toBe(`releases/${NEXT}`);
    const auditRows = await site.database.query<{ action: string; facts: object }>(
      `select action, facts from audit_log where action like 'adminUpdate%' order by audit_id`,
    );
    expect(auditRows.at(-1)).toEqual({
      action: 'adminUpdate.updateFiles',
      facts: { version: NEXT, fault: '' },
    });
  });

  it('is recorded with the requesting user and the time until it was ready', async () => {
    const { feed, site, client } = await openLaunchedSite();
    const loadHistory = async () => await client.callOk(history, {});
    expect(await loadHistory()).toMatchObject({
      version: VERSION,
      is_feed_set: 1,
      check: null,
      list: [],
    });
    const { deps } = site;
    await Promise.all([recordServingRelease(deps), recordServingRelease(deps)]);
    const first = { version: VERSION, username: '', seconds: 0 };
    expect((await loadHistory()).list).toMatchObject([first]);
    feed.publish(NEXT, privateKey, minimalReleaseFiles(NEXT));
    await client.callOk(checkUpdate, {});
    expect((await loadHistory()).check).toMatchObject({ new_version: NEXT, fault: '' });
    await client.callOk(download, {});
    await client.callOk(updateFiles, {});
    const { username } = await client.callOk(calls.user.info, {});
    const requested = { version: NEXT, username, seconds: null };
    expect((await loadHistory()).list).toMatchObject([requested, first]);
    // The requested release fails to start and the previous one runs again: this is not recorded as a new release.
    await recordServingRelease(deps);
    expect((await loadHistory()).list).toMatchObject([requested, first]);
    const releases = releaseRepository(deps.db);
    const recordServing = (version: string) =>
      withTransaction(deps.db, (trx) => releaseRepository(trx).recordServing(version));
    await recordServing(NEXT);
    await site.database.query(
      `update release_run set ready_time = addtime + interval '38 seconds' where version = '${NEXT}'`,
    );
    await recordServing(NEXT);
    expect((await loadHistory()).list).toMatchObject([{ ...requested, seconds: 38 }, first]);
    // An operator installs another release.
    await recordServing('99.2.0');
    expect((await releases.list(1))[0]).toMatchObject({ version: '99.2.0', username: '' });
  });

  it('can be a release that was packed by packRelease', async () => {
    const { feed, home, client } = await openLaunchedSite();
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
      ...minimalReleaseFiles(NEXT),
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
    expect(await client.callOk(download, {})).toEqual({ is_staged: 1, fault: '' });
    expect((await readdir(join(home, 'releases', NEXT, 'packages'))).toSorted()).toEqual([
      'contract',
    ]);
    // The release contains the launcher.
    await access(join(home, 'releases', NEXT, 'scripts/launch.ts'));
  });

  it('that fails verification is rejected and leaves no files', async () => {
    const { feed, home, client, releases } = await openLaunchedSite();
    const files = minimalReleaseFiles(NEXT);
    const evil = join(home, 'evil.ts');
    const offer = (...args: [files?: typeof files, besides?: object]) =>
      feed.publish(NEXT, privateKey, args[0] ?? files, args[1]);
    const text = () => String(feed.files.get('latest.json'));
    const tamper = (change: (sent: { manifest: string; signature: string }) => object) =>
      feed.files.set('latest.json', JSON.stringify(change(JSON.parse(text()) as never)));
    const cases: [fault: string, prepare: () => void][] = [
      ['unreachable', () => feed.files.clear()],
      ['malformed', () => feed.files.set('latest.json', '<html>')],
      [
        'malformed',
        () => feed.files.set('latest.json', signManifest({ version: NEXT }, privateKey)),
      ],
      ['unsigned', () => feed.publish(NEXT, newReleaseKey().privateKey, files)],
      [
        'unsigned',
        () => {
          offer();
          tamper(({ manifest }) => ({ manifest, signature: '' }));
        },
      ],
      [
        'unsigned',
        () => {
          offer();
          tamper(({ manifest, signature }) => {
            const read = JSON.parse(Buffer.from(manifest, 'base64').toString()) as object;
            const other = JSON.stringify({ ...read, version: '99.9.9' });
            return { manifest: Buffer.from(other).toString('base64'), signature };
          });
        },
      ],
      ['older', () => feed.publish('0.0.1', privateKey, minimalReleaseFiles('0.0.1'))],
      ['older', () => feed.publish(VERSION, privateKey, minimalReleaseFiles(VERSION))],
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
      ['archive', () => offer(minimalReleaseFiles('99.2.0'))],
      ['archive', () => offer(files.slice(0, 2))],
    ];
    for (const [fault, prepare] of cases) {
      prepare();
      expect(await client.callOk(download, {})).toEqual({ is_staged: 0, fault });
      expect((await client.callOk(updateFiles, {})).is_switched).toBe(0);
      expect(await releases()).toEqual([VERSION]);
    }
    expect(await readlink(join(home, 'current'))).toBe(`releases/${VERSION}`);
    await expect(readFile(evil)).rejects.toThrow('ENOENT');
    // It is not an error that the feed has no newer release.
    feed.publish(VERSION, privateKey, minimalReleaseFiles(VERSION));
    expect(await client.callOk(checkUpdate, {})).toMatchObject({ new_version: '', fault: '' });
  });

  it('is never downloaded from a URL in the request', async () => {
    const { feed, site, client } = await openLaunchedSite();
    const canary = await startReleaseFeed();
    onTestFinished(() => canary.close());
    feed.publish(VERSION, privateKey, minimalReleaseFiles(VERSION));
    const person = await makeLoggedInUser(site);
    const body = {
      new_version: NEXT,
      file_url: `${canary.url}/x.zip`,
      url: `${canary.url}/latest.json`,
    };
    for (const caller of [makeVisitor(site), person.client, client])
      for (const { path } of [checkUpdate, download, updateFiles])
        await caller.request({ method: 'POST', url: path, payload: body });
    expect(canary.requestedPaths).toEqual([]);
    expect(new Set(feed.requestedPaths)).toEqual(new Set(['/latest.json']));
  });

  it('is not available without a feed, and returns the operator command without the launcher', async () => {
    const site = await openIsolatedSite({ ROLES: 'web' });
    const { client } = await makeLoggedInUser(site, { admin: true });
    expect(await client.callOk(checkUpdate, {})).toMatchObject({
      new_version: '',
      is_feed_set: 0,
      is_launched: 0,
      fault: '',
    });
    expect(await client.callOk(download, {})).toEqual({ is_staged: 0, fault: 'notLaunched' });
    expect((await client.callOk(updateFiles, {})).command).toBe(operatorCommand());
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

  it('can be a pre-release', async () => {
    const { feed, home, client } = await openLaunchedSite();
    const preRelease = `${NEXT}-rc.2`;
    feed.publish(preRelease, privateKey, minimalReleaseFiles(preRelease));
    expect(await client.callOk(download, {})).toEqual({ is_staged: 1, fault: '' });
    expect((await client.callOk(updateFiles, {})).is_switched).toBe(1);
    expect(await readlink(join(home, 'current'))).toBe(`releases/${preRelease}`);
  });

  it.each(['99.1', '99.1.0-', '99.1.0-rc..1', '99.1.0-../x', `99.1.0-${'1'.repeat(60)}`])(
    'with the version %s is malformed',
    (version) => {
      const manifest = { version, time: '2026-11-01T10:00:00Z', file: 'octavo.zip', size: 1 };
      const text = signManifest({ ...manifest, sha256: '0'.repeat(64) }, privateKey);
      expect(verifyManifest(text, toReleaseKey(publicKey))).toEqual({ fault: 'malformed' });
    },
  );

  it('compares versions by the precedence of Semantic Versioning', () => {
    const versions = [
      '0.1.0',
      '1.0.0-2',
      '1.0.0-10',
      '1.0.0-alpha',
      '1.0.0-alpha.1',
      '1.0.0-beta.11',
      '1.0.0-rc',
      '1.0.0-rc.1',
      '1.0.0-rc.2',
      '1.0.0-rc.10',
      '1.0.0',
      '1.0.1-rc.1',
      '1.0.1',
      '1.9.9',
      '1.10.0',
      '1.99.99',
      '2.0.0-rc.1',
      '2.0.0',
    ];
    for (const [index, version] of versions.entries())
      expect(versions.filter((other) => isNewer(version, other))).toEqual(versions.slice(0, index));
  });
});
