import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import {
  access,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { UpdateError } from '@octavo/contract/admin-update.entities';
import { openArchive } from '../../lib/zip-reader.ts';
import { fetchFromFeed } from './update-feed.ts';
import type { Release } from './release.policy.ts';

/** The launcher folder contains `releases/<version>`, and `current`, a symbolic link to one of them. */

const releaseFolder = (home: string, version: string) => join(home, 'releases', version);
/** Written last, so its existence shows that the release is complete. */
const COMPLETE_MARKER = 'octavo-release.json';

export function isStaged(home: string, version: string): Promise<boolean> {
  return access(join(releaseFolder(home, version), COMPLETE_MARKER)).then(
    () => true,
    () => false,
  );
}

class StageError extends Error {
  readonly fault: UpdateError;
  constructor(fault: UpdateError) {
    super(fault);
    this.fault = fault;
  }
}

/** Downloads a release and checks its size and hash. It stops when the size of the manifest is exceeded. */
async function downloadRelease(feed: URL, release: Release, path: string): Promise<void> {
  const hash = createHash('sha256');
  let size = 0;
  const response = await fetchFromFeed(feed, release.file).catch(() => {
    throw new StageError('unreachable');
  });
  await pipeline(
    response,
    async function* limitSize(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        size += chunk.length;
        if (size > release.size) throw new StageError('hash');
        hash.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(path, { flags: 'wx', mode: 0o600 }),
  ).catch((error: unknown) => {
    throw error instanceof StageError ? error : new StageError('unreachable');
  });
  if (size !== release.size || hash.digest('hex') !== release.sha256) throw new StageError('hash');
}

/** `openArchive` has rejected links and names that point outside of the folder. */
async function unpack(path: string, folder: string): Promise<void> {
  const archive = await openArchive(path).catch(() => {
    throw new StageError('archive');
  });
  try {
    for (const name of archive.files.keys()) {
      const targetPath = join(folder, name);
      await mkdir(dirname(targetPath), { recursive: true });
      await pipeline(
        await archive.open(name),
        createWriteStream(targetPath, { flags: 'wx', mode: 0o644 }),
      );
    }
  } catch {
    throw new StageError('archive');
  } finally {
    archive.close();
  }
}

/** Node does not run TypeScript in node_modules, so the workspace packages there are symbolic links. */
async function linkPackages(folder: string): Promise<void> {
  const scope = join(folder, 'node_modules', '@octavo');
  await mkdir(scope, { recursive: true });
  for (const name of await readdir(join(folder, 'packages')))
    await symlink(join('..', '..', 'packages', name), join(scope, name));
}

async function assertComplete(folder: string, version: string): Promise<void> {
  const text = await readFile(join(folder, 'apps/server/package.json'), 'utf8').catch(() => '{}');
  await access(join(folder, 'apps/server/src/main.ts')).catch(() => {
    throw new StageError('archive');
  });
  if ((JSON.parse(text) as { version?: string }).version !== version)
    throw new StageError('archive');
}

/** Unpacks a release next to the current one. If a check fails, all its files are removed. */
export async function stageRelease(
  feed: URL,
  release: Release,
  home: string,
): Promise<UpdateError> {
  const { version } = release;
  if (await isStaged(home, version)) return '';
  const folder = join(home, 'releases', `.${version}-${randomUUID()}`);
  const zip = `${folder}.zip`;
  try {
    await mkdir(folder, { recursive: true });
    await downloadRelease(feed, release, zip);
    await unpack(zip, folder);
    await assertComplete(folder, version);
    await linkPackages(folder);
    await writeFile(join(folder, COMPLETE_MARKER), JSON.stringify(release));
    await rm(releaseFolder(home, version), { recursive: true, force: true });
    await rename(folder, releaseFolder(home, version));
    return '';
  } catch (error) {
    if (error instanceof StageError) return error.fault;
    throw error;
  } finally {
    await rm(zip, { force: true });
    await rm(folder, { recursive: true, force: true });
  }
}

/** Makes the launcher use the release. The link is replaced atomically, so that `current` always exists. */
export async function switchRelease(home: string, version: string): Promise<void> {
  const current = join(home, 'current');
  const target = join('releases', version);
  if ((await readlink(current).catch(() => '')) === target) return;
  const next = `${current}-${randomUUID()}`;
  await symlink(target, next);
  await rename(next, current);
}
