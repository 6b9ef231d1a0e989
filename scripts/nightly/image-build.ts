import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { run } from '../services/processes.ts';
import { servicesFolder } from '../services/service.ts';
import { buildah } from './buildah.ts';

export async function buildImage(name: string): Promise<void> {
  const docker = ['--format', 'docker', '--isolation', 'chroot', '--network', 'host'];
  const volumes = await machineNpm();
  await buildah('build', '--pull=false', ...docker, ...volumes, '--tag', name, '.');
  // Removes the previous image of this name, which would fill the disk.
  await buildah('rmi', '--prune');
}

/** npm in the build uses the npm settings of this machine; they are mounted, so the image does not contain them. */
async function machineNpm(): Promise<string[]> {
  const settings = [`registry=${await run('npm', ['config', 'get', 'registry'])}`];
  const volumes = [];
  const authorities = process.env['NODE_EXTRA_CA_CERTS'];
  if (authorities) {
    settings.push('cafile=/run/ca.pem');
    volumes.push('--volume', `${authorities}:/run/ca.pem:ro`);
  }
  const npmrc = path.join(servicesFolder, 'image-npmrc');
  await writeFile(npmrc, settings.join('\n'));
  return [...volumes, '--volume', `${npmrc}:/usr/local/etc/npmrc:ro`];
}
