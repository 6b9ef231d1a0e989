import { cp, mkdir, realpath, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { run } from '../services/processes.ts';
import { servicesFolder } from '../services/service.ts';
import { buildah, hasImage } from './buildah.ts';

const name = 'docker.io/library/node:24-slim';

/**
 * Replaces the public base image where no registry can be reached: a small Debian with the local Node and npm,
 * under the same name. It tests the Dockerfile, not the public image. Built once and reused.
 */
export async function ensureBaseImage(): Promise<void> {
  if (await hasImage(name)) return;
  const root = path.join(servicesFolder, 'image-base');
  await rm(root, { recursive: true, force: true });
  await run('debootstrap', ['--variant=minbase', 'bookworm', root]);
  await addNode(path.join(root, 'usr/local'));
  const container = await buildah('from', 'scratch');
  await buildah('copy', '--quiet', container, root, '/');
  await buildah(
    'config',
    '--env',
    'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    container,
  );
  await buildah('commit', '--rm', '--quiet', container, name);
  await rm(root, { recursive: true });
}

async function addNode(prefix: string): Promise<void> {
  await cp(process.execPath, path.join(prefix, 'bin/node'));
  const npm = await realpath(await run('which', ['npm']));
  await mkdir(path.join(prefix, 'lib/node_modules'), { recursive: true });
  const copy = path.join(prefix, 'lib/node_modules/npm');
  await cp(path.resolve(npm, '../..'), copy, { recursive: true });
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', path.join(prefix, 'bin/npm'));
  await symlink('../lib/node_modules/npm/bin/npx-cli.js', path.join(prefix, 'bin/npx'));
}
