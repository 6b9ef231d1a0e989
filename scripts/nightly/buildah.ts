import path from 'node:path';
import { run } from '../services/processes.ts';
import { projectFolder, servicesFolder } from '../services/service.ts';

/** Images are stored separately from those of the machine, with a driver that needs no kernel support. */
const storage = [
  '--storage-driver=vfs',
  `--root=${path.join(servicesFolder, 'containers')}`,
  `--runroot=${path.join(servicesFolder, 'containers-run')}`,
];

export function buildah(...args: string[]): Promise<string> {
  return run('buildah', [...storage, ...args], { cwd: projectFolder });
}

export async function hasImage(name: string): Promise<boolean> {
  return (await buildah('images', '--format', '{{.Name}}:{{.Tag}}')).split('\n').includes(name);
}
